/** Single-key shortcuts: inactive while typing, in dialogs and menus, and when turned off in the profile. */
import { useEffect, useRef } from 'react'
import { useMessages } from './language.tsx'
import { useViewer } from './me.ts'

export const useCommandKeys = (): string => {
  const { shell } = useMessages()
  return /^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : shell.ctrlKeys
}

export const useKeysOn = (): boolean => useViewer().shortcuts

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio'))

/** Whether the dialog about the session is open, under which nothing takes keys. */
export const isUnderModal = (): boolean => document.querySelector('dialog[open]') !== null

/** A dialog that has just opened gets the focus a moment later, so its presence counts too. */
const inLayer = (): boolean =>
  isUnderModal() ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
  (document.activeElement?.closest('[role="dialog"], [role="menu"]') ?? null) !== null

/** @param handlers by key; `g t` is g followed by t within a second */
export const useKeys = (handlers: Readonly<Record<string, () => void>>): void => {
  const on = useKeysOn()
  const current = useRef(handlers)
  current.current = handlers
  useEffect(() => {
    if (!on) return undefined
    let before = ''
    let at = 0
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || inLayer()) return
      const pair = before !== '' && event.timeStamp - at < 1000 ? `${before} ${event.key}` : ''
      // After `g` a letter opens a screen and is no shortcut of the current one.
      const handler =
        current.current[pair] ?? (pair.startsWith('g ') ? undefined : current.current[event.key])
      before = event.key
      at = event.timeStamp
      if (!handler) return
      event.preventDefault()
      handler()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}

export const moveInList = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  if (rows.length === 0) return
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  // In a list with a detail pane, starts from the open row.
  const now = focused === -1 ? rows.findIndex((row) => row.hasAttribute('aria-current')) : focused
  const next = now === -1 ? (step === 1 ? 0 : rows.length - 1) : now + step
  const row = rows[Math.min(rows.length - 1, Math.max(0, next))]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

export const focusSearch = (): void => document.querySelector<HTMLElement>('main [data-search]')?.focus()
