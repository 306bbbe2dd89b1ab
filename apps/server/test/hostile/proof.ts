/** A test that stands for a hostile input. */
export interface Proof {
  /** from the root of the repository */
  readonly file: string
  /** the title, or that part of it that is the same for every endpoint */
  readonly title: string
}

export const at =
  (folder: string) =>
  (name: string, title: string): Proof => ({ file: `apps/server/${folder}/${name}.test.ts`, title })
