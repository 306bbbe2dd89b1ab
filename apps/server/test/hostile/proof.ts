/** A test that proves a hostile input. */
export interface Proof {
  /** path from the repository root */
  readonly file: string
  /** its title, or the part that is equal for all endpoints */
  readonly title: string
}

export const at =
  (folder: string) =>
  (name: string, title: string): Proof => ({ file: `apps/server/${folder}/${name}.test.ts`, title })
