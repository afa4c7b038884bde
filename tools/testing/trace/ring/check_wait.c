// SPDX-License-Identifier: GPL-2.0
/* Tests of waiting for records: who is woken when, and when a task sleeps. */
#include "check.h"

#define READABLE	(EPOLLIN | EPOLLRDNORM)

static struct trace_buffer *wait_on;

static unsigned int wait_woken(int cpu)
{
	struct ring_owner *owner = ring_owner_of(wait_on);

	host_poll();
	/* Tasks that wait for any CPU are woken as well. */
	check(owner->waits[cpu].queue.wakes <= owner->queue.wakes);
	return owner->waits[cpu].queue.wakes;
}

static void wait_write(void)
{
	check(!ring_buffer_write(wait_on, 4, "abc"));
}

static void wait_read(void)
{
	while (ring_buffer_consume(wait_on, 0, NULL, NULL))
		;
}

static void wait_start(unsigned int pages)
{
	wait_on = make(pages, 0);
	host_signal = false;
	host_sleeps = 0;
	host_idle = NULL;
}

static void wait_end(void)
{
	host_idle = NULL;
	ring_buffer_free(wait_on);
}

/* A record wakes the tasks that asked for it since the last one. */
void test_woken(void)
{
	struct ring_owner *owner;
	atomic_t *wake;

	wait_start(3);
	owner = ring_owner_of(wait_on);
	wake = &ring_get(owner, 0)->w.wake;
	wait_write();
	check(!wait_woken(0) && !owner->queue.wakes);
	wait_read();
	check(!ring_poll_arm(wait_on, 0, 0) && !ring_poll_arm(wait_on, 0, 0));
	check(!wait_woken(0) && atomic_read(wake) == (RING_WAKE_NONE | RING_WAKE_ANY));
	wait_write();
	check(atomic_read(wake) == RING_WAKE_NONE);
	check(wait_woken(0) == 1 && owner->queue.wakes == 1);
	wait_write();
	check(wait_woken(0) == 1);
	/* A task that finds a record wakes those that may have missed it. */
	check(ring_poll_arm(wait_on, 0, 0) == READABLE);
	check(wait_woken(0) == 2 && owner->queue.wakes == 2);
	check(ring_poll_arm(wait_on, 0, 0) == READABLE);
	check(wait_woken(0) == 2);
	/* For any CPU */
	wait_write();
	wait_read();
	check(wait_woken(0) == 3);
	check(!ring_poll_arm(wait_on, RING_BUFFER_ALL_CPUS, 50));
	check(!atomic_read(&ring_get(owner, 0)->w.wake_full));
	wait_write();
	check(wait_woken(0) == 4 && owner->queue.wakes == 4);
	check(ring_poll_arm(wait_on, RING_BUFFER_ALL_CPUS, 50) == READABLE);
	wait_end();
}

/* Four records of this length fill a page. */
#define WAIT_QUARTER	1012

/* The number of records until tasks are woken that wait for these percentages. */
static unsigned int wait_full(unsigned int pages, int full, int other)
{
	char data[WAIT_QUARTER] = "";
	unsigned int nr;
	atomic_t *wake;

	wait_start(pages);
	wake = &ring_get(ring_owner_of(wait_on), 0)->w.wake_full;
	check(!ring_poll_arm(wait_on, 0, full));
	check(!ring_poll_arm(wait_on, 0, other));
	for (nr = 0; !wait_woken(0); nr++) {
		check(atomic_read(wake) && nr < 4 * pages);
		check(!ring_poll_arm(wait_on, 0, full) || full > other);
		check(!ring_buffer_write(wait_on, sizeof(data), data));
	}
	check(!atomic_read(wake));
	check(ring_poll_arm(wait_on, 0, min(full, other)) == READABLE);
	check(wait_woken(0) == 2 && ring_owner_of(wait_on)->queue.wakes == 2);
	wait_end();
	return nr;
}

/* The page being filled counts as full. */
void test_woken_full(void)
{
	check(wait_full(10, 50, 50) == 4 * 4 + 1);
	check(wait_full(10, 51, 51) == 5 * 4 + 1);
	check(wait_full(10, 59, 59) == 5 * 4 + 1);
	check(wait_full(10, 60, 60) == 5 * 4 + 1);
	check(wait_full(10, 100, 100) == 9 * 4 + 1);
	check(wait_full(10, 80, 30) == 2 * 4 + 1);
	check(wait_full(10, 30, 80) == 2 * 4 + 1);
	check(wait_full(3, 67, 100) == 2 * 4 + 1);
}

void test_polled(void)
{
	struct ring_owner *owner;

	wait_start(3);
	owner = ring_owner_of(wait_on);
	host_polled = NULL;
	check(ring_poll_arm(wait_on, 2, 0) == EPOLLERR);
	check(ring_buffer_poll_wait(wait_on, 2, NULL, NULL, 0) == EPOLLERR && !host_polled);
	check(!ring_buffer_poll_wait(wait_on, 0, NULL, NULL, 0));
	check(host_polled == &owner->waits[0].queue);
	check(!ring_buffer_poll_wait(wait_on, RING_BUFFER_ALL_CPUS, NULL, NULL, 0));
	check(host_polled == &owner->queue);
	wait_write();
	check(wait_woken(0) == 1);
	check(ring_buffer_poll_wait(wait_on, 0, NULL, NULL, 0) == READABLE);
	check(ring_buffer_poll_wait(wait_on, 0, NULL, NULL, 100) == 0);
	check(ring_buffer_poll_wait(wait_on, RING_BUFFER_ALL_CPUS, NULL, NULL, 100) == READABLE);
	wait_read();
	check(ring_buffer_poll_wait(wait_on, 0, NULL, NULL, 1) == 0);
	check(ring_buffer_poll_wait(wait_on, RING_BUFFER_ALL_CPUS, NULL, NULL, 0) == 0);
	/* Without records, and for a CPU without a ring */
	ring_buffer_wake_waiters(wait_on, 2);
	check(!wait_woken(2));
	ring_buffer_wake_waiters(wait_on, 0);
	check(wait_woken(0) == 3);
	ring_buffer_wake_waiters(wait_on, RING_BUFFER_ALL_CPUS);
	check(wait_woken(0) == 4 && !wait_woken(2));
	wait_end();
}

static bool wait_ends;

static bool wait_is_over(void *data)
{
	check(data == &wait_ends);
	return wait_ends;
}

static void wait_signal(void)
{
	host_signal = true;
}

static void wait_wakers(void)
{
	ring_buffer_wake_waiters(wait_on, 0);
}

static void wait_wakers_of_all(void)
{
	ring_buffer_wake_waiters(wait_on, RING_BUFFER_ALL_CPUS);
}

static void wait_over(void)
{
	wait_ends = true;
	wait_wakers();
}

/* The first task that is woken has nothing to do, and sleeps again. */
static void wait_twice(void)
{
	if (host_sleeps == 1)
		wait_wakers_of_all();
	else
		wait_write();
}

static int wait_for(int cpu, int full, ring_buffer_cond_fn cond, void (*idle)(void))
{
	host_idle = idle;
	host_sleeps = 0;
	wait_ends = false;
	return ring_buffer_wait(wait_on, cpu, full, cond, &wait_ends);
}

void test_waits(void)
{
	static const int cpus[] = { 0, RING_BUFFER_ALL_CPUS };
	unsigned int i;

	wait_start(3);
	check(wait_for(2, 0, NULL, NULL) == -ENODEV);
	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		check(!wait_for(cpus[i], 0, NULL, wait_write) && host_sleeps == 1);
		check(!wait_for(cpus[i], 0, NULL, NULL) && !host_sleeps);
		wait_read();
		check(!wait_for(cpus[i], 0, wait_is_over, wait_write) && host_sleeps == 1);
		wait_read();
		check(wait_for(cpus[i], 0, NULL, wait_signal) == -EINTR && host_sleeps == 1);
		check(wait_for(cpus[i], 0, NULL, NULL) == -EINTR && !host_sleeps);
		host_signal = false;
		check(!wait_for(cpus[i], 0, NULL, wait_wakers) && host_sleeps == 1);
		check(!wait_for(cpus[i], 0, NULL, wait_wakers_of_all) && host_sleeps == 1);
		check(!wait_for(cpus[i], 0, wait_is_over, wait_over) && host_sleeps == 1);
		check(!wait_for(cpus[i], 0, wait_is_over, wait_twice) && host_sleeps == 2);
		wait_read();
	}
	wait_end();
}

static void wait_write_quarter(void)
{
	char data[WAIT_QUARTER] = "";

	check(!ring_buffer_write(wait_on, sizeof(data), data));
}

/* Wait for full pages: half of ten pages are the four before the one being filled. */
void test_waits_long(void)
{
	unsigned int i;

	wait_start(10);
	for (i = 0; i < 4 * 4 - 5; i++)
		wait_write_quarter();
	check(!wait_for(0, 50, NULL, wait_write_quarter) && host_sleeps == 1);
	check(ring_buffer_entries(wait_on) == 4 * 4 + 1);
	check(!wait_for(0, 50, NULL, NULL) && !host_sleeps);
	/* For any CPU one record is enough. */
	check(!wait_for(RING_BUFFER_ALL_CPUS, 100, NULL, NULL) && !host_sleeps);
	wait_read();
	check(wait_for(0, 1, NULL, wait_signal) == -EINTR);
	wait_end();
}

/* An exchange was requested, and the pair was freed since. */
void test_no_exchange(void)
{
	atomic_t *wake;

	wait_start(3);
	wake = &ring_get(ring_owner_of(wait_on), 0)->w.wake;
	check(!ring_owner_of(wait_on)->waits[0].swap);
	atomic_or(RING_WAKE_SWAP, wake);
	wait_write();
	check(atomic_read(wake) == RING_WAKE_NONE && !wait_woken(0));
	wait_end();
}
