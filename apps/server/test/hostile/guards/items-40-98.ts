/** Tenancy, authorisation, what a request may hold, HTTP, and races. */
import type { Guard } from './kit.ts'

export const guards: readonly Guard[] = []
