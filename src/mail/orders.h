/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The order file in a mail, and its signature.
 *
 * They come as two attachments (orders.yaml and orders.yaml.sig, or any
 * other name in .yaml or .yml), or one after the other in the text of the
 * mail: the file from its line "game:" (or "---", or the comments above),
 * then the armoured signature. A command is found in the same way, from its
 * line "command:" on. In the text they may be quoted with "> ", and
 * what stands around them is passed over.
 *
 * On the way mail programs change line ends, add or take the last newline,
 * stuff and wrap lines (format=flowed), turn blanks into no-break spaces.
 * So there are several variants of what the player may have signed, the
 * likely ones first. Nothing is verified here: verify the variants in turn,
 * and parse the one that verified and nothing else of the mail.
 */

#ifndef POSTERN_MAIL_ORDERS_H
#define POSTERN_MAIL_ORDERS_H

#include <stddef.h>

struct arena;
struct message;

enum {
	ORDERS_VARIANTS = 16,
	ORDERS_BYTES = 1 << 16		/* of an order file in a mail */
};

enum orders_kind {
	ORDERS_SIGNED,		/* one file and one signature */
	ORDERS_NOTHING,		/* no file, no signature */
	ORDERS_UNSIGNED,	/* one file, no signature: variants are there,
				   for a mail that is signed as a whole */
	ORDERS_NO_FILE,		/* a signature and nothing that it signs */
	ORDERS_TWO,		/* more than one file or signature */
	ORDERS_UNREADABLE	/* too long, cut off, or an unknown charset */
};

struct orders_variant {
	const char	*bytes;
	size_t		 len;
};

struct orders {
	enum orders_kind	 kind;
	const char		*reason;	/* a sentence for the sender;
						   "" when it is signed */
	const char		*signature;	/* armoured, in LF lines; or
						   what is in its stead */
	size_t			 signature_len;
	struct orders_variant	 variant[ORDERS_VARIANTS];
	int			 n_variants;
};

void	 orders_find(struct arena *arena, const struct message *message,
	    struct orders *out);

#endif
