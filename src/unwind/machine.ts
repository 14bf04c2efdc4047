export type Machine = 'x86-64' | 'aarch64';
