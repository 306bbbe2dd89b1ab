/** Written by the build from the contracts. */
declare module 'virtual:table' {
  export const table: import('./connect.ts').Table
}
