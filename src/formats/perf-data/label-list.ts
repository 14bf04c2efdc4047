/** Facts about a sample besides its stack, kept by number until the profile is made. */
export interface SampleLabels {
  /** Path of its control group, '' = not recorded. */
  readonly cgroup: string;
  /** Inode of its process's mount namespace, 0 = not recorded. */
  readonly mountNamespace: bigint;
}

const mountNamespaceIndex = 5;

/** Control groups and namespaces: in which container a sample was taken. Row 0 is "nothing known". */
export class LabelList {
  readonly #rows: SampleLabels[] = [{ cgroup: '', mountNamespace: 0n }];
  readonly #rowOf = new Map<string, number>();
  readonly #cgroups = new Map<bigint, string>();
  readonly #mounts = new Map<number, bigint>();

  get rows(): readonly SampleLabels[] {
    return this.#rows;
  }

  /** False while every sample would get row 0. */
  get isNeeded(): boolean {
    return this.#cgroups.size > 0 || this.#mounts.size > 0;
  }

  addCgroup(id: bigint, path: string): void {
    this.#cgroups.set(id, path);
  }

  addNamespaces(pid: number, inodes: readonly bigint[]): void {
    const mount = inodes[mountNamespaceIndex];
    if (mount !== undefined && mount !== 0n) this.#mounts.set(pid, mount);
  }

  row(pid: number, cgroupId: bigint | undefined): number {
    const cgroup = cgroupId === undefined ? '' : (this.#cgroups.get(cgroupId) ?? '');
    const mountNamespace = this.#mounts.get(pid) ?? 0n;
    if (cgroup === '' && mountNamespace === 0n) return 0;
    const key = `${mountNamespace} ${cgroup}`;
    let row = this.#rowOf.get(key);
    if (row === undefined) {
      row = this.#rows.push({ cgroup, mountNamespace }) - 1;
      this.#rowOf.set(key, row);
    }
    return row;
  }
}
