/** Codes printed in advance and linked later, on the wall. */
import { Button, NumberInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createQrStock } from '#contracts/admin/qr-codes.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'

export const Stock = () => {
  const { qr } = useT()
  const navigate = useNavigate()
  const create = useAct(createQrStock)
  const [opened, setOpened] = useState(false)
  const [count, setCount] = useState<number | string>(21)
  const [batch, setBatch] = useState('')
  const number = Number(count)
  const close = (): void => {
    setOpened(false)
    setBatch('')
    create.reset()
  }
  return (
    <>
      <Button onClick={() => setOpened(true)}>{qr.stock}</Button>
      <FormDialog
        title={qr.stock}
        opened={opened}
        onClose={close}
        dirty={batch !== ''}
        submit={qr.createStock(Number.isInteger(number) ? number : 0)}
        problem={Number.isInteger(number) && number >= 1 && number <= 500 ? undefined : qr.stockRange}
        busy={create.isPending}
        error={create.error}
        quota="qrCodes"
        onSubmit={() =>
          create.mutate(
            { body: { count: number, ...(batch.trim() ? { batch: batch.trim() } : {}) } },
            {
              onSuccess: (made) => {
                close()
                void navigate({ to: '/qr-studio', search: { batch: made.batch } })
              },
            },
          )
        }
      >
        <p>{qr.stockHelp}</p>
        <NumberInput
          data-autofocus
          label={qr.howMany}
          min={1}
          max={500}
          allowDecimal={false}
          value={count}
          onChange={setCount}
        />
        <TextInput
          label={qr.batch}
          description={qr.batchLeftOut}
          maxLength={64}
          value={batch}
          onChange={(event) => setBatch(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}
