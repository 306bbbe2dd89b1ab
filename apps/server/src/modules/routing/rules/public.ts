/** The door to routing rules: for the demo. */
export { storeRule } from './store-rule.ts'
