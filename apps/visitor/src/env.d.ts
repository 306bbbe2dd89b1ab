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
/** The additional script of task links. */
declare const LINK_SCRIPT: string
declare const LINK_SCRIPT_HASH: string
/** The additional script of "Your reports on this phone". */
declare const MINE_SCRIPT: string
declare const MINE_SCRIPT_HASH: string
/** The additional style sheet of status pages and task links. */
declare const MORE_STYLES: string
declare const MORE_STYLES_HASH: string
/** Changes with scripts and styles; in the service worker. */
declare const BUILD: string
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
