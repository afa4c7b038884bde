/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Model of the exchange of a live and a spare ring (swap.c, pair.c), for spin. CPU 0 has a
 * task, interrupts and NMIs that write; each of the former two may also request an
 * exchange, within a record or between records. CPU 1 requests exchanges and takes the
 * reader locks.
 *
 * Checked: the contents of the ring are not exchanged while a record is being written; a
 * record that is written while the ring is closed is refused, and counted; each record is
 * in one of the two rings at the end, and published there; and no request remains when no
 * interrupt is left that could complete it.
 *
 * Constants, set by -D: TASK, IRQ, NMI: number of actions of each context; REQUESTS of
 * CPU 1.
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
#ifndef REQUESTS
#define REQUESTS 1
#endif

#define CLOSED	7		/* RING_CLOSED, in nest */

/* The live and the spare ring: records reserved (the state word), and published. */
byte word[2], commit[2];
bit epoch;			/* changes with each exchange */
byte nest;
bit wake_swap, pending, work;	/* RING_WAKE_SWAP, ring_exchange.pending, the irq_work */
bit lock[2];			/* reader locks of the live and of the spare ring */
bit irqs_off;			/* in the task */
byte level, before;
bit handler;			/* the interrupt is that of the irq_work */
byte irqs, nmis, ended;
byte written, tried;
byte dropped[2];		/* counts of the live and of the spare ring */

/* ring_swap_locked(), ring_pair_exchange(). Both locks are held. */
inline exchange()
{
	if
	:: !pending -> skip
	:: else ->
		if
		:: nest != 0 -> busy = 1
		:: else ->
			/* ring_writer_is_idle() */
			if
			:: word[0] != commit[0] -> busy = 1
			:: else -> busy = 0
			fi
		fi;
		if
		:: busy -> wake_swap = 1
		:: else ->
			nest = CLOSED;
			assert(word[0] == commit[0]);
			/* ring_swap_writer() */
			n = word[0];
			word[0] = word[1];
			word[1] = n;
			n = commit[0];
			commit[0] = commit[1];
			commit[1] = n;
			epoch = 1 - epoch;
			/* ring_swap_count() */
			atomic { n = dropped[0]; dropped[0] = dropped[1] };
			dropped[1] = n;
			n = 0;
			nest = 0;
			pending = 0
		fi;
		busy = 0
	fi
}

/* ring_pair_swap() on the ring's CPU: ring_pair_exchange_here() */
inline request_here()
{
	pending = 1;
	if
	:: atomic { !lock[0] -> lock[0] = 1 };
		if
		:: atomic { !lock[1] -> lock[1] = 1 };
			exchange();
			lock[1] = 0
		:: atomic { lock[1] -> skip };
			work = 1
		fi;
		lock[0] = 0
	:: atomic { lock[0] -> skip };
		work = 1
	fi
}

/* Reserve, and commit: only the outermost writer publishes, also for the others. */
inline reserve()
{
	tried = tried + 1;
	if
	:: nest == CLOSED -> dropped[0] = dropped[0] + 1; in = 2
	:: else -> nest = nest + 1; in = epoch; word[0] = word[0] + 1
	fi
}

inline publish()
{
	assert(in == epoch);
	if
	:: nest > 1 -> nest = nest - 1
	:: else ->
		do
		:: nest = 1;
			w = word[0];
			commit[0] = w;
			nest = nest - 1;
			/* The contents may have been exchanged just now. */
			if
			:: word[0] == w -> break
			:: else -> skip
			fi
		od;
		/* ring_wake() */
		if
		:: wake_swap -> wake_swap = 0; work = 1
		:: else -> skip
		fi
	fi;
	written = written + 1;
	w = 0
}

proctype task() provided (level == 0)
{
	byte in, w, n, done;
	bit busy;

	do
	:: done < TASK ->
		done = done + 1;
		reserve();
		if
		:: in == 2 -> skip
		:: else ->
			if
			:: skip
			:: irqs_off = 1; request_here(); irqs_off = 0
			fi;
			publish()
		fi;
		if
		:: skip
		:: irqs_off = 1; request_here(); irqs_off = 0
		fi;
		in = 0
	:: else -> break
	od;
	ended = ended + 1
}

proctype irq() provided (level == 1)
{
	byte in, w, n;
	bit busy;

end_irq:
	do
	:: handler ->
		/* ring_pair_exchange_now() */
		handler = 0;
		work = 0;
		atomic { !lock[0] -> lock[0] = 1 };
		atomic { !lock[1] -> lock[1] = 1 };
		exchange();
		lock[1] = 0;
		lock[0] = 0;
		level = 0
	:: else ->
		reserve();
		if
		:: in == 2 -> skip
		:: else ->
			if
			:: skip
			:: request_here()
			fi;
			publish()
		fi;
		in = 0;
		level = 0
	od
}

proctype nmi() provided (level == 2)
{
	byte in, w;

end_nmi:
	do
	:: reserve();
		if
		:: in == 2 -> skip
		:: else -> publish()
		fi;
		in = 0;
		level = before
	od
}

proctype processor()
{
end_processor:
	do
	:: atomic { work && level == 0 && !irqs_off -> handler = 1; level = 1 }
	:: atomic { irqs < IRQ && level == 0 && !irqs_off -> irqs = irqs + 1; level = 1 }
	:: atomic { nmis < NMI && level < 2 -> before = level; nmis = nmis + 1; level = 2 }
	od
}

/* CPU 1: ring_pair_swap(), and a reader of either ring. */
proctype other()
{
	byte n;

	do
	:: n < REQUESTS -> n = n + 1; pending = 1; work = 1
	:: else -> break
	od;
	if
	:: atomic { !lock[0] -> lock[0] = 1 }; lock[0] = 0
	:: atomic { !lock[1] -> lock[1] = 1 }; lock[1] = 0
	:: skip
	fi;
	ended = ended + 1
}

init
{
	atomic { run task(); run irq(); run nmi(); run processor(); run other() };
	/* Each interrupt has come, and the other processes have ended. */
	atomic {
		ended == 2 && irqs == IRQ && nmis == NMI && level == 0 && !work ->
		assert(!pending && !wake_swap && nest == 0);
		assert(word[0] == commit[0] && word[1] == commit[1]);
		assert(word[0] + word[1] == written && written + dropped[0] + dropped[1] == tried)
	}
}
