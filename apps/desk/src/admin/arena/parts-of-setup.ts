/** The service replaces rewards and walls as whole lists, so one change sends all of them. */
import type { ArenaSetup } from '#contracts/arena/admin.ts'

type Reward = ArenaSetup['rewards'][number]
export type Wall = ArenaSetup['kiosks'][number]

export const rewardBody = ({ id, title, description, cost, stock, perPerson, active }: Reward) => ({
  id,
  title,
  description,
  cost,
  stock,
  perPerson,
  active,
})

export const wallBody = ({ id, name, buildingIds }: Wall) => ({ id, name, buildingIds: [...buildingIds] })
