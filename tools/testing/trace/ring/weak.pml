/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A weak memory model for spin. litmus.py translates litmus tests into processes that
 * use these definitions.
 *
 * Two mechanisms make up the model.
 *
 * - A thread executes its accesses in any order that the rules of the program keep:
 *   dependencies, accesses to one location, acquire, release and fences. The translator
 *   computes for each access which others must be executed before.
 * - Memory is a list of messages for each location, in the order of coherence, which is
 *   not the order of execution. A message has a value and a view: for each location, the
 *   oldest message that a thread may still read when it has read this one. A thread has
 *   a view, too, and reads any message that is not older than its view. A store that is
 *   a release, or that follows a fence, passes on the views of the accesses that the
 *   release or the fence orders before it. Nothing else does: stores become visible to
 *   other threads one by one and at different times. A full fence joins the views before
 *   it into one global view, which it passes on to its thread.
 *
 * The messages and views are those of the operational semantics of release and acquire in
 *   O. Lahav, N. Giannarakis, V. Vafeiadis, Taming release-acquire consistency, POPL 2016,
 *   J. Kang et al., A promising semantics for relaxed-memory concurrency, POPL 2017,
 * where execution out of order takes the place of promises. The rules of order are those
 * of the kernel's memory model, tools/memory-model/linux-kernel.cat in the kernel:
 * executing in an order that contains its relations hb and pb is possible here, and no
 * execution here has a cycle of them. "shapes" has tests with known results; so have the
 * directories of litmus tests of the kernel, which check-model runs if BASE is set.
 *
 * Stronger than the kernel's model: accesses of a thread to one location are executed in
 * order. Not modelled: plain accesses and data races (each access counts as READ_ONCE()
 * or WRITE_ONCE()), grace periods of RCU.
 *
 * LOCS, STAMPS, ACCESSES, THREADS, REGS: sizes, defined before.
 */

#define AT(l, t)	((l) * STAMPS + (t))		/* message number t of a location */
#define VIEW(l, t, m)	(AT(l, t) * LOCS + (m))
#define OWN(ac, m)	((ac) * LOCS + (m))
#define CUR(th, m)	((th) * LOCS + (m))
#define ADDRESS(l)	(128 + (l))			/* value of a pointer to a location */

byte test, weak;		/* test that runs; label that is weakened, or 0 */
bit used[LOCS * STAMPS];	/* the message exists */
byte value[LOCS * STAMPS];
byte view[LOCS * STAMPS * LOCS];
byte cur[THREADS * LOCS];	/* views of the threads */
byte own[ACCESSES * LOCS];	/* what each access contributes to a later release */
byte strong[LOCS];		/* view of all full fences */
byte reg[REGS];
byte finished;
hidden byte m_;

/* Read message @t of location @l. */
inline see(th, ac, l, t)
{
	m_ = 0;
	do
	:: m_ < LOCS ->
		own[OWN(ac, m_)] = view[VIEW(l, t, m_)];
		cur[CUR(th, m_)] = (view[VIEW(l, t, m_)] > cur[CUR(th, m_)] ->
				    view[VIEW(l, t, m_)] : cur[CUR(th, m_)]);
		m_ = m_ + 1
	:: else -> break
	od;
	own[OWN(ac, l)] = t;
	cur[CUR(th, l)] = t
}

/* Before put(): the store passes on what access @from contributes. */
inline pass(ac, from)
{
	m_ = 0;
	do
	:: m_ < LOCS ->
		own[OWN(ac, m_)] = (own[OWN(from, m_)] > own[OWN(ac, m_)] ->
				    own[OWN(from, m_)] : own[OWN(ac, m_)]);
		m_ = m_ + 1
	:: else -> break
	od
}

/* Store @v as message @t of location @l. */
inline put(th, ac, l, t, v)
{
	own[OWN(ac, l)] = t;
	m_ = 0;
	do
	:: m_ < LOCS -> view[VIEW(l, t, m_)] = own[OWN(ac, m_)]; m_ = m_ + 1
	:: else -> break
	od;
	value[AT(l, t)] = v;
	used[AT(l, t)] = 1;
	cur[CUR(th, l)] = t
}

/* A full fence, first step: the fence orders access @from before the fence. */
inline share(from)
{
	m_ = 0;
	do
	:: m_ < LOCS ->
		strong[m_] = (own[OWN(from, m_)] > strong[m_] -> own[OWN(from, m_)] : strong[m_]);
		m_ = m_ + 1
	:: else -> break
	od
}

/* A full fence, second step. */
inline fence(th)
{
	m_ = 0;
	do
	:: m_ < LOCS ->
		cur[CUR(th, m_)] = (strong[m_] > cur[CUR(th, m_)] -> strong[m_] : cur[CUR(th, m_)]);
		m_ = m_ + 1
	:: else -> break
	od
}

/* The newest message of a location at the end. */
#define LAST(l)	value[AT(l, newest[l])]
byte newest[LOCS];

inline settle()
{
	byte l, t;

	l = 0;
	do
	:: l < LOCS ->
		t = 0;
		do
		:: t < STAMPS -> newest[l] = (used[AT(l, t)] -> t : newest[l]); t = t + 1
		:: else -> break
		od;
		l = l + 1
	:: else -> break
	od
}
