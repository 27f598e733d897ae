/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The clock, and dates in UTC as text. */

#include "config.h"

#include "base/clock.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/fault.h"
#include "base/text.h"

static const int64_t last_second = 253402300799;	/* of the year 9999 */
static const int64_t longest_span = 3650 * INT64_C(86400);

static bool is_fixed;
static int64_t fixed_at;

int64_t
clock_now(void)
{
	return is_fixed ? fixed_at : (int64_t)time(NULL);
}

void
clock_set(int64_t now)
{
	is_fixed = true;
	fixed_at = now;
}

static void
split(int64_t when, struct tm *tm)
{
	time_t seconds = (time_t)when;

	assert(when >= 0 && when <= last_second);
	gmtime_r(&seconds, tm);
}

void
clock_iso(struct buf *out, int64_t when)
{
	struct tm tm;

	split(when, &tm);
	buf_printf(out, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900,
	    tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

void
clock_mail(struct buf *out, int64_t when)
{
	static const char *const days[] = {
		"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"
	};
	static const char *const months[] = {
		"Jan", "Feb", "Mar", "Apr", "May", "Jun",
		"Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
	};
	struct tm tm;

	split(when, &tm);
	buf_printf(out, "%s, %02d %s %04d %02d:%02d:%02d +0000",
	    days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon],
	    tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

/* Does text look like the pattern, where 0 stands for any digit? */
static bool
has_shape(const char *text, const char *pattern)
{
	for (; *pattern != '\0'; text++, pattern++) {
		if (*pattern == '0' ? *text < '0' || *text > '9' :
		    *text != *pattern)
			return false;
	}
	return *text == '\0';
}

static int
digits(const char *text, int n)
{
	int value;

	for (value = 0; n > 0; n--)
		value = 10 * value + *text++ - '0';
	return value;
}

static bool
read_date(const char *text, int64_t *out)
{
	struct tm tm = { 0 }, again;
	int64_t when;

	if (!has_shape(text, "0000-00-00T00:00:00Z"))
		return false;
	tm.tm_year = digits(text, 4) - 1900;
	tm.tm_mon = digits(text + 5, 2) - 1;
	tm.tm_mday = digits(text + 8, 2);
	tm.tm_hour = digits(text + 11, 2);
	tm.tm_min = digits(text + 14, 2);
	tm.tm_sec = digits(text + 17, 2);
	again = tm;
	when = (int64_t)timegm(&again);
	if (again.tm_mon != tm.tm_mon || again.tm_mday != tm.tm_mday ||
	    again.tm_hour != tm.tm_hour || again.tm_min != tm.tm_min ||
	    again.tm_sec != tm.tm_sec || when < 0)
		return false;
	*out = when;
	return true;
}

int
clock_parse(const char *text, int64_t *out, struct fault *fault)
{
	if (text[0] == '@' && text_number(text + 1, 0, last_second, out))
		return 0;
	if (text[0] != '@' && read_date(text, out))
		return 0;
	return fault_set(fault, FAULT_OPERATOR, "'%s' is no time; write it "
	    "like 2026-11-18T11:29:41Z or @1794996581", text);
}

int
clock_span(const char *text, int64_t *seconds, struct fault *fault)
{
	static const char units[] = "smhdw";
	static const int64_t unit_seconds[] = { 1, 60, 3600, 86400, 604800 };
	const char *unit;
	char number[16];
	int64_t value;
	size_t len;

	len = strlen(text);
	if (len < 2 || len > sizeof(number) || text[0] == '-')
		goto bad;
	unit = strchr(units, text[len - 1]);
	memcpy(number, text, len - 1);
	number[len - 1] = '\0';
	if (unit == NULL || !text_number(number, 0, longest_span, &value) ||
	    value > longest_span / unit_seconds[unit - units])
		goto bad;
	*seconds = value * unit_seconds[unit - units];
	return 0;
bad:
	return fault_set(fault, FAULT_OPERATOR, "'%s' is no span of time; "
	    "write it like 90s, 30m, 48h, 7d or 2w (at most ten years)", text);
}
