/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading and writing the encoding of SSH. */

#include "config.h"

#include "sign/wire.h"

#include <string.h>

#include "base/buf.h"

bool
wire_u8(struct wire *wire, uint8_t *out)
{
	if (wire->left < 1)
		return false;
	*out = wire->at[0];
	wire->at++;
	wire->left--;
	return true;
}

bool
wire_u32(struct wire *wire, uint32_t *out)
{
	const uint8_t *p = wire->at;

	if (wire->left < 4)
		return false;
	*out = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
	wire->at += 4;
	wire->left -= 4;
	return true;
}

bool
wire_string(struct wire *wire, struct wire *out)
{
	struct wire rest = *wire;
	uint32_t len;

	if (!wire_u32(&rest, &len) || len > rest.left)
		return false;
	out->at = rest.at;
	out->left = len;
	wire->at = rest.at + len;
	wire->left = rest.left - len;
	return true;
}

bool
wire_mpint(struct wire *wire, struct wire *out)
{
	struct wire rest = *wire, number;

	if (!wire_string(&rest, &number) || number.left == 0 ||
	    (number.at[0] & 0x80) != 0)
		return false;
	if (number.at[0] == 0) {
		if (number.left == 1 || (number.at[1] & 0x80) == 0)
			return false;
		number.at++;
		number.left--;
	}
	*wire = rest;
	*out = number;
	return true;
}

bool
wire_bytes(struct wire *wire, const void *bytes, size_t len)
{
	if (wire->left < len || memcmp(wire->at, bytes, len) != 0)
		return false;
	wire->at += len;
	wire->left -= len;
	return true;
}

bool
wire_is(const struct wire *wire, const char *text)
{
	return wire->left == strlen(text) &&
	    memcmp(wire->at, text, wire->left) == 0;
}

bool
wire_equal(const struct wire *wire, const struct wire *other)
{
	return wire->left == other->left &&
	    memcmp(wire->at, other->at, wire->left) == 0;
}

void
wire_show(const struct wire *wire, char *out, size_t size)
{
	size_t i, n = wire->left < size ? wire->left : size - 1;

	for (i = 0; i < n; i++)
		out[i] = wire->at[i] >= ' ' && wire->at[i] <= '~' ?
		    (char)wire->at[i] : '?';
	out[n] = '\0';
	if (n < wire->left && size > 3)
		memcpy(out + size - 4, "...", 4);
}

void
wire_put_u32(struct buf *out, uint32_t number)
{
	const uint8_t bytes[4] = {
		number >> 24, number >> 16 & 0xff, number >> 8 & 0xff,
		number & 0xff
	};

	buf_add(out, bytes, sizeof bytes);
}

void
wire_put_string(struct buf *out, const void *bytes, size_t len)
{
	wire_put_u32(out, (uint32_t)len);
	buf_add(out, bytes, len);
}

void
wire_put_text(struct buf *out, const char *text)
{
	wire_put_string(out, text, strlen(text));
}
