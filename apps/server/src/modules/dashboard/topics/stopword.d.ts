/** Types of `stopword`, as far as it is used here. */
declare module 'stopword' {
  export const ara: readonly string[]
  export const deu: readonly string[]
  export const eng: readonly string[]
  export const fra: readonly string[]
  export const ita: readonly string[]
  export const jpn: readonly string[]
  export const nld: readonly string[]
  export const pol: readonly string[]
  export const por: readonly string[]
  export const spa: readonly string[]
  export const tur: readonly string[]
  export const zho: readonly string[]
}
