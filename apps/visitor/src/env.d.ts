/// <reference types="vite/types/importMeta.d.ts" />
/** The client script, built and minified; put in by build.ts. */
declare const CLIENT_SCRIPT: string
/** The style sheet, minified; put in by build.ts. */
declare const STYLES: string
/** `sha256-…` of the two, as the Content-Security-Policy wants it; put in by build.ts. */
declare const CLIENT_SCRIPT_HASH: string
declare const STYLES_HASH: string
/** The script that the tracking page has besides. */
declare const FOLLOW_SCRIPT: string
declare const FOLLOW_SCRIPT_HASH: string
/** The same of the pages that a share link opens. */
declare const SHARE_SCRIPT: string
declare const SHARE_STYLES: string
declare const SHARE_SCRIPT_HASH: string
declare const SHARE_STYLES_HASH: string

/** The one thing of Node that the renderer uses: browser code shares this project and must not see the rest. */
declare module 'node:crypto' {
  export const createHash: (algorithm: 'sha256') => {
    update(text: string): { digest(encoding: 'base64'): string }
  }
}
