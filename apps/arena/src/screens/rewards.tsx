/** ARE-3: rewards, what is left of them, and what became of the own ones. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { listRewards, redeemReward } from '#contracts/arena/play.ts'
import type { Reward } from '#contracts/arena/records.ts'
import { getArenaProfile, listMyRedemptions } from '#contracts/arena.ts'
import { useAppServices } from '../app-services.ts'
import { Failed } from '../pieces/failed.tsx'
import { Shown } from '../pieces/shown.tsx'
import { TogetherHead } from '../pieces/together.tsx'
import { useAction } from '../pieces/use-action.ts'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Asking = ({ reward }: { reward: Reward }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [isSure, setIsSure] = useState(false)
  const ask = async (): Promise<void> => {
    const asked = await action.run(
      (idempotencyKey) => call(redeemReward, { params: { id: reward.id } }, { idempotencyKey }),
      { CONFLICT: words.rewardGone, VALIDATION_ERROR: words.rewardRefused },
    )
    if (asked) setIsSure(false)
  }
  return (
    <div class="stack tight">
      <Failed of={action} />
      {isSure ? (
        <>
          <p>{words.askSure({ points: words.points({ count: reward.cost }) })}</p>
          <div class="row">
            <button type="button" class="primary" onClick={ask}>
              {words.askYes}
            </button>
            <button type="button" onClick={() => setIsSure(false)}>
              {words.cancel}
            </button>
          </div>
        </>
      ) : (
        <div class="row">
          <button type="button" onClick={() => setIsSure(true)}>
            {words.askFor}
          </button>
        </div>
      )}
    </div>
  )
}

const One = ({ reward, balance }: { reward: Reward; balance: number | undefined }): JSX.Element => {
  const words = useWords()
  const { title, description, cost, left } = reward
  return (
    <li class="stack tight">
      <h2 class="plain">
        <bdi>{title}</bdi>
      </h2>
      {description && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <p>
        {words.points({ count: cost })}
        {left !== null && <> · {words.left({ count: left })}</>}
      </p>
      {balance !== undefined &&
        left !== 0 &&
        (balance < cost ? (
          <small>{words.missing({ count: cost - balance })}</small>
        ) : (
          <Asking reward={reward} />
        ))}
    </li>
  )
}

const Mine = (): JSX.Element | null => {
  const words = useWords()
  const { time } = useFormat()
  const redemptions = useAnswer(listMyRedemptions, { query: { pageSize: 100 } })
  return (
    <Shown of={redemptions} quiet>
      {({ items }) =>
        items.length > 0 && (
          <section class="stack">
            <h2>{words.myRewards}</h2>
            <ul class="rows">
              {items.map(({ id, reward, points, state, reason, at }) => (
                <li key={id} class="stack tight">
                  <h3>
                    <bdi>{reward.title}</bdi>
                  </h3>
                  <p>{words.redemptions[state]}</p>
                  {reason && (
                    <blockquote>
                      <bdi>{reason}</bdi>
                    </blockquote>
                  )}
                  <small>
                    {time(at)} · {words.points({ count: points })}
                  </small>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Shown>
  )
}

export default function Rewards(): JSX.Element {
  const words = useWords()
  const profile = useAnswer(getArenaProfile, {})
  const rewards = useAnswer(listRewards, { query: { pageSize: 100, sort: 'cost' } })
  const mine = profile.seen?.data
  const balance = mine?.optedIn ? mine.points.balance : undefined
  return (
    <>
      <TogetherHead at="rewards" />
      {balance !== undefined && <p>{words.youHave({ points: words.points({ count: balance }) })}</p>}
      <Shown of={rewards}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{words.noRewards}</p>
          ) : (
            <>
              <ul class="rows">
                {items.map((one) => (
                  <One key={one.id} reward={one} balance={balance} />
                ))}
              </ul>
              <small>{words.rewardsAbout}</small>
            </>
          )
        }
      </Shown>
      {balance !== undefined && <Mine />}
    </>
  )
}
