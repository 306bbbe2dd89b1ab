/** Routing rules for the demo. */
export { storeRule } from './store-rule.ts'
