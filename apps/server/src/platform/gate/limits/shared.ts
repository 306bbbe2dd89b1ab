/** A limiter on a store that several instances share. */
import type { LimitName } from '#contracts/kit/vocabulary.ts'
import type { LimitSetting } from '../../config.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'
import { type Store, verdictOf } from './store.ts'

export const sharedRateLimiter = (
  store: Store,
  settings: Readonly<Record<LimitName, LimitSetting>>,
  keys: Keys,
): RateLimiter => {
  const count = async (name: LimitName, key: string, consumes: boolean): Promise<Verdict> => {
    const setting = settings[name]
    const bucket = {
      key: keys.mac('limit', `${name}\0${key}`).slice(0, 22),
      limit: setting.limit,
      window: Math.round(setting.windowSeconds * 1e6),
    }
    return verdictOf(name, setting, await store.count(bucket, consumes))
  }
  return {
    get state() {
      return store.state
    },
    consume: (name, key) => count(name, key, true),
    peek: (name, key) => count(name, key, false),
    close: () => store.close(),
  }
}
