/** Number of tries: few in `npm test`, many in `npm run test:long`, which runs every test file that calls this. */
export const rounds = (few: number, many: number): number => (process.env.TEST_LONG ? many : few)
