/**
 * How often something is tried: a few times in `npm test`, many times in `npm run test:long`, which takes every test
 * file that calls this.
 */
export const rounds = (few: number, many: number): number => (process.env.TEST_LONG ? many : few)
