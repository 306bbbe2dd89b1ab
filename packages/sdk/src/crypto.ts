/** WebCrypto of the browser or of Node. */

export const webCrypto = async (): Promise<Crypto> => {
  if (globalThis.crypto) return globalThis.crypto
  // Node 18 has it as a module only, which a bundler for browsers must not look for.
  const name = 'node:crypto'
  return ((await import(/* @vite-ignore */ name)) as { webcrypto: Crypto }).webcrypto
}
