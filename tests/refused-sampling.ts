import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes perf_event_open fail with EACCES for the program it becomes, which no process can take back. */
const refusing = `
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_perf_event_open, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 125;
  if (setgid(65534) || setuid(65534)) return 126;
  execvp(argv[1], argv + 1);
  return 127;
}
`;

/**
 * A shell script that runs its arguments as `nobody` on what seems a machine with perf_event_paranoid 3: the
 * setting reads so (a mount that only the script sees), and the kernel refuses as one that knows that level does.
 * The machine itself is left as it is. Needs root and cc.
 */
export function paranoidMachine(folder: string): string {
  writeFileSync(join(folder, 'refusing.c'), refusing);
  execFileSync('cc', ['-o', 'refusing', 'refusing.c'], { cwd: folder });
  writeFileSync(join(folder, 'level'), '3\n');
  const script = join(folder, 'paranoid.sh');
  const setting = '/proc/sys/kernel/perf_event_paranoid';
  writeFileSync(
    script,
    `exec unshare -m sh -c 'mount --bind "$0/level" ${setting} && exec "$0/refusing" "$@"' '${folder}' "$@"\n`,
  );
  return script;
}
