import type { Handler } from '#server/platform/http/serve.ts'

export const routes: readonly Handler[] = []
