/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Model of the state word, for spin: a task, an interrupt and an NMI of one CPU write to
 * one ring. A context may be interrupted before each step, several times within one
 * record, and the interrupting context as well.
 *
 * The steps are those of write.c and ring.h: the fast path, the slow path with its two
 * bases for each depth, the move to the next page, discarding, the commit and its slow
 * path. There is no reader, and each position has a page of its own: ring.pml has both.
 * An interrupt sees its own CPU's accesses in program order, so memory is sequentially
 * consistent here.
 *
 * Checked: a record is reserved for one writer only; a store of the word succeeds only if
 * the contents of the base are those that the writer has read; a commit covers complete
 * records only; the deltas add up to the timestamps; the totals of a page that was left
 * are exact; and when the task is between two records, all of them are published.
 *
 * Constants, set by -D: TASK, IRQ, NMI: number of records of each context; PER: records in
 * a page; DISCARD: 1 if records may be discarded; STEPS: how often the clock advances.
 */
#ifndef TASK
#define TASK 2
#endif
#ifndef IRQ
#define IRQ 1
#endif
#ifndef NMI
#define NMI 1
#endif
#ifndef PER
#define PER 2
#endif
#ifndef DISCARD
#define DISCARD 1
#endif
#ifndef STEPS
#define STEPS 1
#endif

#define LAST	((TASK + IRQ + NMI) / PER + 1)	/* the last position */
#define AT(pos, off) ((pos) * PER + (off))

/* The state word. */
#define WORD(time, pos, base, off) ((time) << 12 | (pos) << 8 | (base) << 4 | (off))
#define TIME(w)	((w) >> 12)
#define POS(w)	((w) >> 8 & 15)
#define BASE(w)	((w) >> 4 & 15)
#define OFF(w)	((w) & 15)

#define CHANGED	8		/* RING_BASE_CHANGED */
#define COUNT(nest) ((nest) & 7)

#define FREE	0		/* states of a record */
#define RESERVED 1
#define COMPLETE 2
#define PADDING	3

int word = WORD(0, 0, 0, 0);
byte base_pos[6];
short base_ts[6];
byte nest;
byte commit_pos, commit_off;
byte end[LAST + 1], entries[LAST + 1], start[LAST + 1];
short page_ts[LAST + 1];

/* The clock, and what was written. */
byte clock, steps;
byte state[AT(LAST + 1, 0)];
short ts_of[AT(LAST + 1, 0)];
byte delta_of[AT(LAST + 1, 0)];

/* The context that runs, and those that were interrupted. */
byte level, before[3], irqs, nmis;
hidden byte p_, o_, n_;
hidden short t_;

inline check_page(pos, used)
{
	o_ = 0; n_ = 0; t_ = page_ts[pos];
	do
	:: o_ < used ->
		assert(state[AT(pos, o_)] == COMPLETE || state[AT(pos, o_)] == PADDING);
		t_ = t_ + delta_of[AT(pos, o_)];
		assert(t_ == ts_of[AT(pos, o_)]);
		n_ = n_ + (state[AT(pos, o_)] == COMPLETE);
		o_ = o_ + 1
	:: else -> break
	od
}

/* After each store of the commit position. */
inline check_commit()
{
	p_ = 0;
	do
	:: p_ < commit_pos ->
		assert(end[p_] == PER);
		check_page(p_, PER);
		assert(entries[p_] - start[p_] == n_);
		p_ = p_ + 1
	:: else -> break
	od;
	check_page(commit_pos, commit_off);
	p_ = 0; o_ = 0; n_ = 0; t_ = 0
}

/* local64_try_cmpxchg() of the word; the record is reserved for this context. */
inline store_word(new)
{
	d_step {
		ok = (word == w);
		if
		:: ok ->
			assert(base_pos[BASE(w)] == f_pos && base_ts[BASE(w)] == f_ts);
			assert(state[AT(to_pos, off)] == FREE);
			state[AT(to_pos, off)] = RESERVED;
			ts_of[AT(to_pos, off)] = ts;
			delta_of[AT(to_pos, off)] = delta;
			word = new
		:: else
		fi
	}
}

inline read_clock()
{
	if
	:: steps < STEPS -> d_step { steps = steps + 1; clock = clock + 1; ts = clock }
	:: ts = clock
	fi
}

/* ring_write_reserve_plan_page() */
inline plan_page()
{
	d_step {
		to_pos = f_pos + 1;
		assert(to_pos <= LAST);
		first = 1;
		new_page = 1;
		off = 0;
		delta = 0;
		to_ts = ts;
		new_base = 1;
		from = entries[to_pos]
	}
}

/* ring_reserve_slow() */
inline reserve_slow()
{
	do
	:: do
	   :: w = word;
		f_pos = base_pos[BASE(w)];
		f_ts = base_ts[BASE(w)];
		if
		:: word == w -> break
		:: else
		fi
	   od;
	   read_clock();
	   d_step {
		ts = (ts < f_ts + TIME(w) -> f_ts + TIME(w) : ts);
		delta = ts - f_ts - TIME(w);
		off = OFF(w);
		to_pos = f_pos;
		to_ts = f_ts;
		base = BASE(w);
		first = (off == 0);
		delta = (first -> 0 : delta);
		new_page = 0;
		new_base = 0
	   }
	   if
	   :: off >= PER -> plan_page()
	   :: off < PER && first ->
		d_step {
			from = entries[to_pos];
			to_ts = ts - (TIME(w) + 1);
			new_base = 1
		}
	   :: else
	   fi;
	   if
	   :: new_base ->
		d_step {
			base = (base == 2 * depth -> 2 * depth + 1 : 2 * depth);
			base_pos[base] = to_pos
		}
		base_ts[base] = to_ts;
		n = nest;
		nest = n | CHANGED
	   :: else
	   fi;
	   store_word(WORD(ts - to_ts, to_pos, base, off + 1));
	   if
	   :: ok -> break
	   :: else
	   fi
	od;
	/* ring_write_reserve_open_page() */
	if
	:: new_page -> end[f_pos] = OFF(w)
	:: else
	fi;
	if
	:: first -> start[to_pos] = from; page_ts[to_pos] = ts
	:: else
	fi;
	entries[to_pos] = entries[to_pos] + 1
}

inline reserve()
{
	if
	:: nest == 0 ->
		/* ring_reserve_try() */
		nest = 1;
		w = word;
		f_pos = base_pos[BASE(w)];
		f_ts = base_ts[BASE(w)];
		read_clock();
		d_step {
			off = OFF(w);
			to_pos = f_pos;
			delta = ts - f_ts - TIME(w)
		}
		if
		:: off < PER && ts >= f_ts + TIME(w) && off > 0 ->
			store_word(WORD(ts - f_ts, f_pos, BASE(w), off + 1));
			if
			:: ok -> entries[to_pos] = entries[to_pos] + 1
			:: else -> reserve_slow()
			fi
		:: else -> reserve_slow()
		fi
	:: else ->
		/* ring_write_nest_enter() */
		depth = COUNT(nest);
		nest = nest + 1;
		reserve_slow()
	fi;
	d_step { mine_pos = to_pos; mine_off = off; mine_delta = delta }
}

/* ring_write_discard_undo(), ring_write_discard_pad() */
inline discard()
{
	w = word;
	f_pos = base_pos[BASE(w)];
	if
	:: OFF(w) == mine_off + 1 && TIME(w) >= mine_delta && f_pos == mine_pos ->
		entries[mine_pos] = entries[mine_pos] - 1;
		d_step {
			ok = (word == w);
			if
			:: ok -> word = w - 1 - (mine_delta << 12); state[AT(mine_pos, mine_off)] = FREE
			:: else
			fi
		}
		if
		:: ok
		:: else -> entries[mine_pos] = entries[mine_pos] + 1
		fi
	:: else -> ok = 0
	fi;
	if
	:: ok
	:: else ->
		entries[mine_pos] = entries[mine_pos] - 1;
		state[AT(mine_pos, mine_off)] = PADDING
	fi
}

/* ring_commit_slow(), ring_write_commit_publish() */
inline commit_slow()
{
	if
	:: COUNT(nest) > 1 -> nest = nest - 1
	:: else ->
		do
		:: nest = 1;
			do
			:: w = word;
				f_pos = base_pos[BASE(w)];
				if
				:: word == w -> break
				:: else
				fi
			od;
			skip;
			d_step { commit_pos = f_pos; commit_off = OFF(w); check_commit() }
			nest = nest - 1;
			if
			:: word == w -> break
			:: else
			fi
		od
	fi
}

/* ring_writer_commit() */
inline commit()
{
	w = word;
	if
	:: nest != 1 -> commit_slow()
	:: else ->
		d_step {
			assert(commit_pos == POS(w));
			commit_off = OFF(w);
			check_commit()
		}
		nest = nest - 1;
		if
		:: word != w -> commit_slow()
		:: else
		fi
	fi
}

proctype context(byte mine; byte records) provided (level + 1 == _pid)
{
	int w;
	byte depth, f_pos, to_pos, off, base, from, n, mine_pos, mine_off, mine_delta, delta;
	short f_ts, to_ts, ts;
	bit ok, first, new_page, new_base;

end_context:
	do
	:: records > 0 ->
		reserve();
		if
		:: state[AT(mine_pos, mine_off)] = COMPLETE
		:: DISCARD -> discard()
		fi;
		commit();
		skip;
		d_step {
			w = 0; depth = 0; f_pos = 0; to_pos = 0; off = 0; base = 0; from = 0; n = 0;
			mine_pos = 0; mine_off = 0; mine_delta = 0; delta = 0; f_ts = 0; to_ts = 0;
			ts = 0; ok = 0; first = 0; new_page = 0; new_base = 0;
			records = records - 1;
			if
			:: mine == 0 ->
				assert(COUNT(nest) == 0 && OFF(word) == commit_off);
				assert(base_pos[BASE(word)] == commit_pos)
			:: else -> level = before[mine]
			fi
		}
	:: else -> break
	od
}

/* The processor: an interrupt may come at any time, an NMI also during an interrupt. */
proctype processor()
{
	do
	:: atomic { irqs < IRQ && level < 1 -> before[1] = level; irqs = irqs + 1; level = 1 }
	:: atomic { nmis < NMI && level < 2 -> before[2] = level; nmis = nmis + 1; level = 2 }
	:: irqs == IRQ && nmis == NMI -> break
	od
}

init
{
	atomic {
		run context(0, TASK);		/* the process number is the level plus 1 */
		run context(1, IRQ);
		run context(2, NMI);
		run processor()
	}
}
