/** Follows a sticker that was moved to another room. */
import { useEffect } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { useAppServices } from '../app-services.ts'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'

/**
 * If a screen was opened by a sticker (`?code=` in the URL) that has moved to another room, opens that room.
 * @param id of the room on the screen
 */
export const useSticker = (id: string | undefined): void => {
  const { route, search, go } = useRouter()
  const rooms = useCell(useAppServices().rooms.rooms)
  const code = new URLSearchParams(search).get('code')
  const now = code && rooms.find((room) => room.code === code)?.id
  const isNowhere = code && !now && rooms.some((room) => room.id === id && room.code === null)
  const isProblem = route.name === 'problem'
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it leads decides
  useEffect(() => {
    if (now && now !== id)
      go(pathOf({ name: isProblem ? 'problem' : 'room', id: now }) + search, { replace: true })
    if (isNowhere)
      go(`${pathOf({ name: isProblem ? 'problem' : 'scan' })}?unknown=${code}`, { replace: true })
  }, [now, id, isNowhere])
}
