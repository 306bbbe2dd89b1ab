/** Menu of the account: own screens, appearance, language, sign-out. */
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Theme, themes } from '#contracts/preferences.ts'
import { languageNames } from '#i18n/languages.ts'
import { useUpdatePreference } from '../lib/current-user.ts'
import { useDeskLanguage, useMessages } from '../lib/language.tsx'
import { highest, useMe } from '../lib/me.ts'
import { type DeskLanguage, deskLanguages } from '../lib/messages.ts'
import { accountScreens } from './nav-tree.ts'
import { useScreenText } from './screen-names.ts'
import { signOut } from './sign-out.ts'

interface AccountProps {
  readonly onHelp: () => void
  /** called when a screen is chosen */
  readonly onGo: () => void
}

export const Account = ({ onHelp, onGo }: AccountProps) => {
  const { words, shell } = useMessages()
  const textOf = useScreenText()
  const { user } = useMe()
  const language = useDeskLanguage()
  const choose = useUpdatePreference()
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <Button variant="subtle" className="account">
          <span>{user?.name ?? ''}</span>
          <small>{words.role[highest(user?.roles ?? [])]}</small>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {accountScreens().map(({ name, path }) => (
          <Menu.Item key={name} component={Link} to={path} onClick={onGo}>
            {textOf(name).name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{shell.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={user?.theme ?? 'SYSTEM'}
          onChange={(theme) => choose.mutate({ theme: theme as Theme })}
        >
          {themes.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {shell.scheme[theme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{shell.language}</Menu.Label>
        <Menu.RadioGroup
          value={language}
          onChange={(chosen) => choose.mutate({ language: chosen as DeskLanguage })}
        >
          {deskLanguages.map((one) => (
            <Menu.RadioItem key={one} value={one} lang={one}>
              {languageNames[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href="/app/work">
          {shell.fieldApp}
        </Menu.Item>
        <Menu.Item onClick={onHelp}>{shell.keys}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
