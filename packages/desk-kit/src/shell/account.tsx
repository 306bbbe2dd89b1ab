/** Menu of the account: own screens, appearance, language, sign-out. */
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Theme, themes } from '#contracts/preferences.ts'
import { languageNames } from '#i18n/languages.ts'
import { useDeskLanguage, useMessages } from '../lib/language.tsx'
import { highest, useViewer } from '../lib/me.ts'
import { type DeskLanguage, deskLanguages } from '../lib/messages.ts'
import type { FrameParts } from './frame-parts.ts'
import { accountScreens } from './nav-tree.ts'
import { useScreenText } from './screen-names.ts'

interface AccountProps extends Pick<FrameParts, 'useChoose' | 'AccountLinks' | 'signOut'> {
  readonly onHelp: () => void
  /** called when a screen is chosen */
  readonly onGo: () => void
}

export const Account = ({ onHelp, onGo, useChoose, AccountLinks, signOut }: AccountProps) => {
  const { words, shell } = useMessages()
  const textOf = useScreenText()
  const { name, theme: appearance, staff } = useViewer()
  const language = useDeskLanguage()
  const choose = useChoose()
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <Button variant="subtle" className="account">
          <span>{name}</span>
          {staff?.user ? <small>{words.role[highest(staff.user.roles)]}</small> : null}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {accountScreens().map((screen) => (
          <Menu.Item key={screen.name} component={Link} to={screen.path} onClick={onGo}>
            {textOf(screen.name).name}
          </Menu.Item>
        ))}
        {accountScreens().length > 0 ? <Menu.Divider /> : null}
        <Menu.Label>{shell.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={appearance ?? 'SYSTEM'}
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
        {AccountLinks ? <AccountLinks /> : null}
        <Menu.Item onClick={onHelp}>{shell.keys}</Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
