/// <reference types="vite/types/importMeta.d.ts" />
/** The minified client script, inserted by build.ts. */
declare const CLIENT_SCRIPT: string
/** The minified style sheet, inserted by build.ts. */
declare const STYLES: string
/** `sha256-…` of each, for the Content-Security-Policy; inserted by build.ts. */
declare const CLIENT_SCRIPT_HASH: string
declare const STYLES_HASH: string
/** The additional script of the tracking page. */
declare const FOLLOW_SCRIPT: string
declare const FOLLOW_SCRIPT_HASH: string
/** The same for shared pages. */
declare const SHARE_SCRIPT: string
declare const SHARE_STYLES: string
declare const SHARE_SCRIPT_HASH: string
declare const SHARE_STYLES_HASH: string

/** Declares only what the renderer uses of Node, because browser code in this project must not use Node's API. */
declare module 'node:crypto' {
  export const createHash: (algorithm: 'sha256') => {
    update(text: string): { digest(encoding: 'base64'): string }
  }
}
