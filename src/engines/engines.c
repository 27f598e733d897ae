/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The registry of engines: a new game costs two lines here. */

#include "config.h"

#include "engines/engines.h"

#include <string.h>

#include "table/engine.h"

extern const struct engine	armada_engine;
extern const struct engine	intruder_engine;
extern const struct engine	island_engine;
extern const struct engine	noir_engine;
extern const struct engine	trials_engine;

const struct engine *const engines[] = {
	&armada_engine,
	&intruder_engine,
	&island_engine,
	&noir_engine,
	&trials_engine,
	NULL
};

const struct engine *
engine_find(const char *id)
{
	int	i;

	for (i = 0; engines[i] != NULL; i++)
		if (strcmp(engines[i]->id, id) == 0)
			return engines[i];
	return NULL;
}
