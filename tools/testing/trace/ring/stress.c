// SPDX-License-Identifier: GPL-2.0
/*
 * Stress test: two CPUs that write and are interrupted at random; a consumer
 * for each CPU, an iterator, and a thread that resizes the buffer and reads
 * statistics, all concurrently. In the end the counts of each CPU have to add
 * up.
 *
 * Interrupts run at test points and, unless the thread sanitizer is used, as
 * signals at any instruction.
 */
#include <signal.h>
#include <unistd.h>

#include "model.h"

#define CPUS		2
#define SPARE		2000U

static struct trace_buffer *buffer;
static struct model models[CPUS];
static pthread_t writers[CPUS];
static int running;
static unsigned int records, round;

static __thread u64 seed;

static u32 random_below(u32 below)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 32) % below;
}

static bool may_write(struct model *m)
{
	return READ_ONCE(m->nr) + SPARE < m->max;
}

/* Write the records of one context. */
static void burst(struct model *m, unsigned int most)
{
	unsigned int n = 1 + random_below(most);

	while (n-- && may_write(m)) {
		if (!random_below(500))
			__atomic_fetch_add(&model_now, 1ULL << random_below(36),
					   __ATOMIC_RELAXED);
		model_write(m, 8 + random_below(random_below(20) ? 60 : 1500), !random_below(10));
	}
}

static void interrupt(unsigned int offset)
{
	host_enter(offset);
	if (offset == HARDIRQ_OFFSET)
		host_poll();
	burst(&models[host_cpu], random_below(300) ? 3 : 60);
	host_leave(offset);
}

static void hook(int point)
{
	unsigned int dice;

	if (host_cpu >= CPUS)
		return;
	dice = random_below(40);
	if (!dice && !in_nmi())
		interrupt(NMI_OFFSET);
	else if (dice < 3 && !(host_count & (NMI_MASK | HARDIRQ_MASK)) &&
		 !host_irqs_off)
		interrupt(HARDIRQ_OFFSET);
}

static void __maybe_unused on_signal(int sig)
{
	if (sig == SIGUSR2 && !in_nmi())
		interrupt(NMI_OFFSET);
	if (sig == SIGUSR1 && !(host_count & (NMI_MASK | HARDIRQ_MASK)) &&
	    !host_irqs_off)
		interrupt(HARDIRQ_OFFSET);
}

static void *writer(void *arg)
{
	long cpu = (long)arg;

	seed = 12345 + cpu + round * 1000003ULL;
	host_cpu_up(cpu);
	__atomic_fetch_add(&running, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < CPUS)
		sched_yield();
	while (may_write(&models[cpu])) {
		host_poll();
		burst(&models[cpu], 5);
		if (!random_below(300))
			sched_yield();
	}
	/* Signals may still arrive, but calls are not handled any more. */
	signal(SIGUSR1, SIG_IGN);
	signal(SIGUSR2, SIG_IGN);
	host_cpu_down();
	__atomic_fetch_add(&running, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static bool ended(void)
{
	return __atomic_load_n(&running, __ATOMIC_SEQ_CST) >= 2 * CPUS;
}

static void *consumer(void *arg)
{
	struct model *m = &models[(long)arg];
	struct buffer_data_read_page *page;
	unsigned int n;

	seed = 777 + (long)arg;
	host_cpu = HOST_CPUS - 1;
	check(!ring_buffer_alloc_read_page(buffer, (long)arg, &page));
	while (!ended()) {
		if (random_below(2))
			model_read_page(m, page, random_below(3) ? PAGE_SIZE :
					100 + random_below(PAGE_SIZE), !random_below(3));
		else
			for (n = random_below(200); n && model_read(m); n--)
				;
		if (!random_below(4))
			usleep(random_below(300));
	}
	ring_buffer_free_read_page(buffer, (long)arg, page);
	return NULL;
}

static void *iterator(void *arg)
{
	struct ring_buffer_event *event;
	struct ring_buffer_iter *iter;
	unsigned int cpu;
	u64 ts, last;

	host_cpu = HOST_CPUS - 1;
	seed = 4711;
	while (!ended()) {
		cpu = random_below(CPUS);
		last = 0;
		iter = ring_buffer_read_start(buffer, cpu, GFP_KERNEL);
		while ((event = ring_buffer_iter_peek(iter, &ts)) && !ended()) {
			check(ts > last);
			last = ts;
			model_match(&models[cpu], event, ts);
			ring_buffer_iter_advance(iter);
		}
		ring_buffer_read_finish(iter);
		usleep(random_below(2000));
	}
	return NULL;
}

static void *resizer(void *arg)
{
	int cpu, ret;

	host_cpu = HOST_CPUS - 1;
	seed = 815;
	while (!ended()) {
		for (cpu = 0; cpu < CPUS; cpu++) {
			ring_buffer_entries_cpu(buffer, cpu);
			ring_buffer_bytes_cpu(buffer, cpu);
			ring_buffer_oldest_event_ts(buffer, cpu);
			ring_buffer_nr_dirty_pages(buffer, cpu);
			ring_buffer_empty_cpu(buffer, cpu);
		}
		ret = ring_buffer_resize(buffer, 4080 * random_below(40),
					 (int)random_below(CPUS + 1) - 1);
		check(!ret || ret == -EBUSY);
		usleep(random_below(3000));
	}
	return NULL;
}

static void send_signals(void)
{
#ifndef __SANITIZE_THREAD__
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	unsigned int i = 0;

	sigaddset(&sa.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &sa, NULL);
	sigemptyset(&sa.sa_mask);
	sigaction(SIGUSR1, &sa, NULL);
	while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < CPUS)
		sched_yield();
	while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < CPUS + 1) {
		pthread_kill(writers[i % CPUS], i % 3 ? SIGUSR1 : SIGUSR2);
		if (!(++i % 7))
			usleep(50);
	}
#endif
}

static void run(unsigned int flags)
{
	pthread_t others[CPUS + 2];
	unsigned int i, n = 0;
	struct model *m;

	running = 0;
	/* The rings have to exist before their CPUs run. */
	for (i = 0; i < CPUS; i++)
		cpumask_set_cpu(i, &host_online);
	host_cpu = 0;
	buffer = ring_buffer_alloc(4080 * 5, flags);
	check(buffer);
	host_cpu = HOST_CPUS - 1;
	host_hook = hook;
	for (i = 0; i < CPUS; i++) {
		model_start(&models[i], buffer, records);
		models[i].cpu = i;
	}
	for (i = 0; i < CPUS; i++)
		pthread_create(&writers[i], NULL, writer, (void *)(long)i);
	while (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < CPUS)
		sched_yield();
	for (i = 0; i < CPUS; i++)
		pthread_create(&others[n++], NULL, consumer, (void *)(long)i);
	pthread_create(&others[n++], NULL, iterator, NULL);
	pthread_create(&others[n++], NULL, resizer, NULL);
	send_signals();
	for (i = 0; i < CPUS; i++)
		pthread_join(writers[i], NULL);
	while (n--)
		pthread_join(others[n], NULL);
	host_hook = NULL;

	for (i = 0; i < CPUS; i++) {
		m = &models[i];
		model_sums(m);
		model_drain(m);
		model_sums(m);
		printf("# CPU %u: %u reserved, %lu read, %lu overwritten, ",
		       i, m->nr, m->read, ring_buffer_overrun_cpu(buffer, i));
		printf("%lu refused, %lu reported lost\n", m->refused, m->lost);
		model_gaps(m);
		model_end(m);
	}
	ring_buffer_free(buffer);
}

/* Usage: stress MODE RECORDS [SEED] */
int main(int argc, char **argv)
{
	if (argc < 3)
		return 1;
	records = atoi(argv[2]);
	round = argc > 3 ? atoi(argv[3]) : 0;
	run(!strcmp(argv[1], "no_overwrite") ? 0 : RB_FL_OVERWRITE);
	return 0;
}
