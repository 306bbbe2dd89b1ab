/// <reference types="vite/types/importMeta.d.ts" />
/** Version from package.json. */
declare const APP_VERSION: string
/** What the build tells the service worker. */
declare const BUILT: import('./phone-app.ts').Built

declare module '*.css'
declare module '*.wasm?url' {
  const address: string
  export default address
}
