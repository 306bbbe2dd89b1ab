/** Who is signed in, how the app looks, and the way out. */
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Theme, themes } from '#contracts/preferences.ts'
import { type DeskLanguage, deskLanguages, ownNames, useDeskLanguage, useT } from '../lib/language.tsx'
import { highest, useMe } from '../lib/me.ts'
import { useChoose } from '../lib/own-record.ts'
import { signOut } from './sign-out.ts'

interface AccountProps {
  readonly onHelp: () => void
  /** a place was chosen */
  readonly onGo: () => void
}

export const Account = ({ onHelp, onGo }: AccountProps) => {
  const t = useT()
  const { user } = useMe()
  const language = useDeskLanguage()
  const choose = useChoose()
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <Button variant="subtle" className="account">
          <span>{user?.name ?? ''}</span>
          <small>{t.words.role[highest(user?.roles ?? [])]}</small>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" onClick={onGo}>
          {t.places.profile}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.shell.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={user?.theme ?? 'SYSTEM'}
          onChange={(theme) => choose.mutate({ theme: theme as Theme })}
        >
          {themes.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {t.shell.scheme[theme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t.shell.language}</Menu.Label>
        <Menu.RadioGroup
          value={language}
          onChange={(chosen) => choose.mutate({ language: chosen as DeskLanguage })}
        >
          {deskLanguages.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one}>
              {ownNames[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href="/app/work">
          {t.shell.fieldApp}
        </Menu.Item>
        <Menu.Item onClick={onHelp}>{t.shell.keys}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{t.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
