import UserIcon from 'lucide-react/icons/circle-user-round'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { setTheme, themes, useThemePreference } from '../../ui/theme.ts'
import { pathTo } from '../paths.ts'
import { useCurrentUser } from '../session.ts'
import { signOut } from '../message-page.tsx'

/** The current user, their settings, the theme, and sign-out. */
export function UserMenu() {
  const { displayName } = useCurrentUser()
  const preference = useThemePreference()
  const trigger = (
    <Button variant="ghost" size="sm" aria-label="User menu">
      <UserIcon className="size-4" aria-hidden />
      <span className="hidden max-w-40 truncate lg:inline">{displayName || 'User'}</span>
    </Button>
  )
  return (
    <Menu
      trigger={trigger}
      label="User menu"
      entries={[
        { label: 'Settings', href: pathTo('/settings/profile') },
        { label: 'Theme', choices: [...themes], chosen: preference, onChoose: setTheme },
        { label: 'Sign out', onAction: () => void signOut() },
      ]}
    />
  )
}
