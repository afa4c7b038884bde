/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Model of the ring buffer across CPUs, for spin: a writer with an interrupt, a
 * consumer on another CPU, an iterator that copies pages, and a resize. The consumer may
 * be user space that has mapped the ring. swap.pml is the model of the exchange of two
 * rings, word.pml that of the state word.
 *
 * The model has each step that other CPUs can observe: the slots, the commit
 * position, the pages and their totals. The state word of the writer is not
 * modelled, nest.c tests it: here an interrupt writes between the reservation of
 * a record and its commit. Memory of the model is sequentially consistent; the
 * table in internal.h explains why the barriers of the code are sufficient.
 *
 * Constants, set by -D: NR slots at first, PER records in a page, TOTAL records,
 * OVERWRITE, RESIZE slots after a resize (0: no resize), LOOK (1: an iterator), MAP (1: the
 * consumer reads through a mapping).
 */
#ifndef NR
#define NR 2
#endif
#ifndef PER
#define PER 1
#endif
#ifndef TOTAL
#define TOTAL 5
#endif
#ifndef OVERWRITE
#define OVERWRITE 1
#endif
#ifndef RESIZE
#define RESIZE 0
#endif
#ifndef LOOK
#define LOOK 0
#endif

#ifndef MAP
#define MAP 0
#endif

#define MOST 4			/* the largest number of slots */
#define FIRST 8			/* the first position */
#define AT(page, i) ((page) * PER + (i))

/* The word of a slot, which changes atomically. */
typedef slot_t { byte pos; byte page; bit free };

slot_t slots[MOST];
byte nr = NR;

/* Pages: their records, and the totals that ring_write_commit_account_pages() computes. */
byte data[(MOST + 1) * PER];
byte end[MOST + 1];
byte entries[MOST + 1];
byte written[MOST + 1];
byte refused[MOST + 1];
#if MAP
byte word[MOST + 1];		/* ring_block.commit, which user space reads */
#endif

/* ring_writer.commit, one word. */
byte commit_pos = FIRST;
byte commit_off = 0;

/* State of the writer. */
byte tail = FIRST, off = 0, page = 0, settled = 0;
byte next = 1;			/* number of the next record */
byte overrun = 0, dropped = 0;
bit idle = 1, done = 0, lock = 0, resized = 0;

/* State of the reader, under the reader lock. */
byte r_page = NR, r_pos = FIRST - 1, r_off = 0, r_expect = 0;
byte nread = 0, lost = 0, last = 0;

/* Reserve and fill a record: ring_write_reserve_claim_slot(), ring_write_reserve_plan_page(). */
inline write()
{
	byte w_page, w_free, w_lost;
	bit w_ok = 1;

	if
	:: off < PER -> skip
	:: else ->
		w_page = 0;
		do
		:: atomic {
			w_page = slots[(tail + 1) % nr].page;
			w_free = slots[(tail + 1) % nr].free
		   }
		   if
		   :: !OVERWRITE && !w_free -> w_ok = 0; break
		   :: else -> skip
		   fi;
		   if
		   :: tail + 1 - commit_pos >= nr -> w_ok = 0; break
		   :: else -> skip
		   fi;
		   w_lost = (w_free -> 0 : entries[w_page]);
		   atomic {
			if
			:: slots[(tail + 1) % nr].page == w_page &&
			   slots[(tail + 1) % nr].free == w_free ->
				slots[(tail + 1) % nr].pos = tail + 1;
				slots[(tail + 1) % nr].free = 0;
				w_ok = 1;
				overrun = overrun + w_lost;
				break
			:: else -> skip
			fi
		   }
		od;
		if
		:: w_ok ->
			end[page] = off;
			tail = tail + 1;
			page = w_page;
			entries[page] = 0;
#if MAP
			word[page] = 0;
#endif
			off = 0
		:: else -> dropped = dropped + 1
		fi
	fi;
	if
	:: w_ok ->
		data[AT(page, off)] = next;
		entries[page] = entries[page] + 1;
		off = off + 1
	:: else -> skip
	fi;
	next = next + 1;
	w_page = 0; w_free = 0; w_lost = 0; w_ok = 1
}

/* Commit: ring_write_commit_account_pages(), and publishing the position. */
inline commit()
{
	byte c_page, c_at;

	c_at = commit_pos;
	do
	:: c_at < tail ->
		c_page = slots[(c_at + 1) % nr].page;
#if MAP
		word[settled] = end[settled];
#endif
		written[c_page] = written[settled] + entries[settled];
		refused[c_page] = dropped;
		settled = c_page;
		c_at = c_at + 1
	:: else -> break
	od;
	c_page = 0; c_at = 0;
	atomic { commit_pos = tail; commit_off = off }
#if MAP
	word[settled] = commit_off	/* ring_map_commit() */
#endif
}

proctype writer()
{
	do
	:: next <= TOTAL ->
		idle = 0;
		write();
		do
		:: next <= TOTAL -> write()	/* record of an interrupt */
		:: break
		od;
		commit();
		idle = 1
	:: else -> break
	od;
	done = 1
}

/* Take the oldest page: ring_read_oldest(), ring_read_take_page(). */
inline take(found)
{
	byte t_at, t_pos, t_page, t_free, t_c, t_o;

	found = 0;
again:
	t_at = r_pos + 1;
	do
	:: atomic { t_c = commit_pos; t_o = commit_off };
	   if
	   :: t_at > t_c || (t_at == t_c && t_o == 0) -> break
	   :: else -> skip
	   fi;
	   atomic {
		t_pos = slots[t_at % nr].pos;
		t_page = slots[t_at % nr].page;
		t_free = slots[t_at % nr].free
	   }
	   assert(t_pos >= t_at);
	   if
	   :: t_pos != t_at -> t_at = t_pos - nr + 1
	   :: t_pos == t_at && t_free -> t_at = t_at + 1
	   :: else ->
		atomic {
			if
			:: slots[t_at % nr].pos == t_at &&
			   slots[t_at % nr].page == t_page &&
			   !slots[t_at % nr].free ->
				slots[t_at % nr].page = r_page;
				slots[t_at % nr].free = 1;
				found = 1
			:: else -> skip
			fi
		}
		if
		:: found ->
			r_page = t_page;
			r_pos = t_at;
			r_off = 0;
			lost = lost + written[r_page] + refused[r_page] - r_expect;
			r_expect = written[r_page] + refused[r_page];
			break
		:: else -> goto again
		fi
	   fi
	od;
	t_at = 0; t_pos = 0; t_page = 0; t_free = 0; t_c = 0; t_o = 0
}

proctype reader()
{
	byte c_pos, c_off, r_end, v;
	bit got, last_look = 0;

	do
	:: atomic { lock == 0 -> lock = 1 };
	   if
	   :: done -> last_look = 1
	   :: else -> skip
	   fi;
	   atomic { c_pos = commit_pos; c_off = commit_off };
	   r_end = (c_pos == r_pos -> c_off : end[r_page]);
	   if
	   :: r_off < r_end ->
		v = data[AT(r_page, r_off)];
		assert(v > last);		/* in order, no duplicate, not torn */
		last = v;
		r_off = r_off + 1;
		r_expect = r_expect + 1;
		nread = nread + 1;
		lock = 0
	   :: r_off >= r_end && c_pos != r_pos ->
		take(got);
		lock = 0;
		if
		:: !got && last_look -> break
		:: else -> skip
		fi
	   :: else ->
		lock = 0;
		if
		:: last_look -> break
		:: else -> skip
		fi
	   fi;
	   c_pos = 0; c_off = 0; r_end = 0; v = 0
	od;
	/* The number of lost records is exact, in total and as reported. */
	assert(nread + overrun + dropped == TOTAL);
	assert(lost <= overrun + dropped);
	assert(lost >= overrun)
}

#if MAP
/* User space reads the records of its page up to the commit word. */
inline user_read()
{
	u_end = word[u_page];
	do
	:: u_off < u_end ->
		v = data[AT(u_page, u_off)];
		assert(v > last);
		last = v;
		u_off = u_off + 1;
		seen = seen + 1
	:: else -> break
	od
}

/* User space: reads, and calls ring_buffer_map_get_reader(). */
proctype client()
{
	byte u_page = NR, u_off = 0, u_end, seen, c_pos, c_off, r_end, v;
	bit got, more, last_look = 0;

	do
	:: if
	   :: done -> last_look = 1
	   :: else -> skip
	   fi;
	   user_read();
	   atomic { lock == 0 -> lock = 1 };
	   /* ring_read_ready() */
	   do
	   :: atomic { c_pos = commit_pos; c_off = commit_off };
		r_end = (c_pos == r_pos -> c_off : end[r_page]);
		if
		:: r_off < r_end -> more = 1; break
		:: r_off >= r_end && c_pos != r_pos ->
			take(got);
			if
			:: got -> skip
			:: else -> more = 0; break
			fi
		:: else -> more = 0; break
		fi
	   od;
	   /* ring_mmap_consume() */
	   if
	   :: more ->
		if
		:: commit_pos != r_pos -> r_end = end[r_page]
		:: else ->
			v = word[r_page];
			r_end = (v < r_off -> r_off : (v > r_end -> r_end : v))
		fi;
		/* When the writer has ended, all records are visible. */
		assert(!last_look || r_end > r_off);
		r_expect = r_expect + r_end - r_off;
		nread = nread + r_end - r_off;
		r_off = r_end
	   :: else -> skip
	   fi;
	   if
	   :: u_page != r_page -> u_page = r_page; u_off = 0
	   :: else -> skip
	   fi;
	   lock = 0;
	   c_pos = 0; c_off = 0; r_end = 0; v = 0; u_end = 0;
	   if
	   :: last_look && !more -> break
	   :: else -> skip
	   fi
	od;
	assert(seen == nread);
	assert(nread + overrun + dropped == TOTAL);
	assert(lost <= overrun + dropped);
	assert(lost >= overrun)
}
#endif

#if LOOK
/* The copy of a page by an iterator: consistent, or detected not to be. */
proctype iterator()
{
	byte l_pos, l_page, i, l_last, l_end, l_c, l_o;
	byte copy[PER];

	atomic { lock == 0 -> lock = 1 };
	atomic { l_c = commit_pos; l_o = commit_off };
	l_pos = l_c;
	if
	:: l_pos > FIRST -> l_pos = l_pos - 1
	:: skip
	fi;
	atomic {
		if
		:: slots[l_pos % nr].pos == l_pos && !slots[l_pos % nr].free ->
			l_page = slots[l_pos % nr].page
		:: else -> l_page = 255
		fi
	}
	if
	:: l_page == 255 -> skip
	:: else ->
		l_end = (l_pos == l_c -> l_o : end[l_page]);
		i = 0;
		do
		:: i < l_end -> copy[i] = data[AT(l_page, i)]; i = i + 1
		:: else -> break
		od;
		if
		:: atomic { slots[l_pos % nr].pos == l_pos &&
			    slots[l_pos % nr].page == l_page &&
			    !slots[l_pos % nr].free -> skip };
			i = 0; l_last = 0;
			do
			:: i < l_end ->
				assert(copy[i] > l_last);
				l_last = copy[i];
				i = i + 1
			:: else -> break
			od
		:: else -> skip
		fi
	fi;
	lock = 0
}
#endif

#if RESIZE
/* ring_resize_rebuild(): on the CPU of the writer, between its records, under the lock. */
proctype resizer()
{
	slot_t old[MOST];
	byte spare[MOST + 1];
	byte n = 0, i, p;

	atomic {
		idle && !lock -> lock = 1;
		i = 0;
		do
		:: i < nr ->
			old[i].pos = slots[i].pos;
			old[i].page = slots[i].page;
			old[i].free = slots[i].free;
			i = i + 1
		:: else -> break
		od;
		/* Pages that are added to the ring. */
		i = nr + 1;
		do
		:: i <= MOST -> spare[n] = i; n = n + 1; i = i + 1
		:: else -> break
		od;
		i = 0;
		do
		:: i < RESIZE -> slots[i].pos = 0; i = i + 1
		:: else -> break
		od;
		i = 0;
		do
		:: i < nr ->
			if
			:: !old[i].free && old[i].pos <= tail &&
			   old[i].pos + RESIZE > tail ->
				p = old[i].pos % RESIZE;
				slots[p].pos = old[i].pos;
				slots[p].page = old[i].page;
				slots[p].free = 0
			:: else ->
				if
				:: !old[i].free && old[i].pos <= tail ->
					overrun = overrun + entries[old[i].page]
				:: else -> skip
				fi;
				spare[n] = old[i].page;
				n = n + 1
			fi;
			i = i + 1
		:: else -> break
		od;
		i = 0;
		do
		:: i < RESIZE ->
			p = (tail - i) % RESIZE;
			if
			:: slots[p].pos == 0 ->
				n = n - 1;
				slots[p].pos = tail - i;
				slots[p].page = spare[n];
				slots[p].free = 1
			:: else -> skip
			fi;
			i = i + 1
		:: else -> break
		od;
		nr = RESIZE;
		resized = 1;
		lock = 0
	}
}
#endif

init
{
	byte i;

	atomic {
		do
		:: i < NR ->
			slots[(FIRST - i) % NR].pos = FIRST - i;
			slots[(FIRST - i) % NR].page = i;
			slots[(FIRST - i) % NR].free = (i > 0);
			i = i + 1
		:: else -> break
		od;
		run writer();
#if MAP
		run client();
#else
		run reader();
#endif
#if LOOK
		run iterator();
#endif
#if RESIZE
		run resizer();
#endif
	}
}
