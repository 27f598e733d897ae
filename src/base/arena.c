/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arenas: a chain of blocks filled from the front, kept until freed whole. */

#include "config.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ALIGN = _Alignof(max_align_t),
	FIRST_BLOCK = 8 * 1024,
	LARGEST_BLOCK = 1024 * 1024
};

struct block {
	struct block	*next;
	size_t		 size;
	size_t		 used;
	_Alignas(max_align_t) char data[];
};

struct arena {
	struct block	*first;
	struct block	*current;
	size_t		 used;
	size_t		 next_size;	/* of the next block, at least */
};

static void *
get_memory(size_t size)
{
	void *memory;

	memory = malloc(size);
	if (memory == NULL)
		abort();
	return memory;
}

struct arena *
arena_new(void)
{
	struct arena *arena;

	arena = get_memory(sizeof(*arena));
	arena->first = arena->current = NULL;
	arena->used = 0;
	arena->next_size = FIRST_BLOCK;
	return arena;
}

void
arena_free(struct arena *arena)
{
	struct block *block, *next;

	if (arena == NULL)
		return;
	for (block = arena->first; block != NULL; block = next) {
		next = block->next;
		free(block);
	}
	free(arena);
}

static struct block *
add_block(struct arena *arena, size_t wanted)
{
	struct block *block;
	size_t size;

	size = wanted > arena->next_size ? wanted : arena->next_size;
	if (arena->next_size < LARGEST_BLOCK)
		arena->next_size *= 2;
	block = get_memory(sizeof(*block) + size);
	block->size = size;
	block->used = 0;
	if (arena->current == NULL) {
		block->next = arena->first;
		arena->first = block;
	} else {
		block->next = arena->current->next;
		arena->current->next = block;
	}
	return block;
}

/* Blocks behind the current one are left from before a reset, and empty. */
static struct block *
find_block(struct arena *arena, size_t wanted)
{
	struct block *block;

	block = arena->current;
	if (block != NULL && block->size - block->used >= wanted)
		return block;
	block = block != NULL ? block->next : arena->first;
	if (block == NULL || block->size < wanted)
		block = add_block(arena, wanted);
	arena->current = block;
	return block;
}

void *
arena_room(struct arena *arena, size_t size)
{
	struct block *block;
	size_t wanted;
	void *memory;

	if (size > SIZE_MAX / 2)
		abort();
	wanted = (size + ALIGN - 1) / ALIGN * ALIGN;
	block = find_block(arena, wanted);
	memory = block->data + block->used;
	block->used += wanted;
	arena->used += wanted;
	return memory;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_room(arena, size), 0, size);
}

void *
arena_copy(struct arena *arena, const void *bytes, size_t size)
{
	return memcpy(arena_room(arena, size), bytes, size);
}

char *
arena_strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy;

	len = strnlen(text, len);
	copy = arena_room(arena, len + 1);
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *
arena_printf(struct arena *arena, const char *fmt, ...)
{
	char small[256];
	va_list ap;
	char *text;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(small, sizeof(small), fmt, ap);
	va_end(ap);
	if (len < 0)
		abort();
	if ((size_t)len < sizeof(small))
		return arena_strndup(arena, small, (size_t)len);
	text = arena_alloc(arena, (size_t)len + 1);
	va_start(ap, fmt);
	vsnprintf(text, (size_t)len + 1, fmt, ap);
	va_end(ap);
	return text;
}

size_t
arena_used(const struct arena *arena)
{
	return arena->used;
}

void
arena_reset(struct arena *arena)
{
	struct block *block;

	for (block = arena->first; block != NULL; block = block->next)
		block->used = 0;
	arena->current = NULL;
	arena->used = 0;
}
