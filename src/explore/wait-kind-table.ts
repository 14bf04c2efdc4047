/**
 * Functions near the leaf of a wait that say the thread has nothing to do: it sleeps for a time, waits
 * for requests or for a child. Waits at none of them (locks, disks, pipes) count as waiting.
 */
export const asleepFunctions: RegExp =
  /^(_*(x64_sys_|arm64_sys_|se_sys_)?(clock_)?nanosleep(_time64)?|hrtimer_nanosleep|do_nanosleep|schedule_timeout_idle|common_nsleep|__GI___clock_nanosleep|usleep|sleep|(do_|ep_|sys_|__x64_sys_|__)?epoll_p?wait2?|ep_poll|do_sys_poll|do_poll.*|__?poll|poll|ppoll|do_select|__?select|p?select6?|sys_pause|pause|sigsuspend|__?sigtimedwait|do_sigtimedwait|do_wait|kernel_wait4|__?wait4|waitpid|inet_csk_accept|__?accept4?|kthread_worker_fn|worker_thread|rescuer_thread|kthreadd|smpboot_thread_fn|rcu_gp_kthread)$/;

/** Frames from the leaf that are looked at: what waits stands below the scheduler's own frames. */
export const wakeDepth = 16;
