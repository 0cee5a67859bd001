import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import MenuIcon from 'lucide-react/icons/menu'
import ServerIcon from 'lucide-react/icons/server'
import { Button, IconButton } from '../../ui/button.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { Area } from '../crumbs.ts'
import { LiveMark } from '../live-mark.tsx'
import { pathTo } from '../paths.ts'
import { useCurrentUser } from '../session.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = { area: Area; navigationOpen: boolean; onNavigation: () => void }

/** The bar at the top: the home link, the breadcrumbs and the user menu. */
export function TopBar({ area, navigationOpen, onNavigation }: TopBarProps) {
  const { fleetViewer } = useCurrentUser()
  return (
    <header className="fixed inset-x-0 top-(--banner-height,0px) z-20 flex h-12 items-center border-b border-border bg-surface-raised">
      <div className="flex h-full shrink-0 items-center gap-1 border-border px-3 md:w-56 md:border-r">
        <IconButton
          label="Navigation"
          tooltip={false}
          aria-expanded={navigationOpen}
          onPress={onNavigation}
          className="md:hidden"
        >
          <MenuIcon className="size-4" aria-hidden />
        </IconButton>
        <HomeLink area={area} />
      </div>
      <div className="flex min-w-0 grow items-center gap-2 px-3 md:px-6">
        <Breadcrumbs />
        <div className="grow" />
        <LiveMark />
        {fleetViewer && <AreaSwitch area={area} />}
        <UserMenu />
      </div>
    </header>
  )
}

function HomeLink({ area }: { area: Area }) {
  const { siloName } = useCurrentUser()
  const system = area === 'system'
  return (
    <Link
      to={system ? '/system/silos' : '/projects'}
      aria-label={system ? 'Granary System' : `Silo ${siloName}`}
      className="flex min-w-0 items-center gap-2 rounded p-1 pr-2 hover:bg-surface-hover"
    >
      {system ? <ServerIcon className="size-6 text-accent" aria-hidden /> : <Identicon name={siloName} />}
      <span className="hidden min-w-0 md:block">
        <span className="block text-xs leading-4 text-text-muted">{system ? 'Granary' : 'Silo'}</span>
        <span className="block truncate text-sm leading-4 font-medium">{system ? 'System' : siloName}</span>
      </span>
    </Link>
  )
}

/** Switches between silo and system, for users who may see the fleet. */
function AreaSwitch({ area }: { area: Area }) {
  const system = area === 'system'
  const trigger = (
    <Button variant="secondary" size="sm" aria-label="Switch between system and silo">
      {system ? 'System' : 'Silo'}
      <ChevronsUpDown className="size-3.5 text-text-muted" aria-hidden />
    </Button>
  )
  return (
    <Menu
      trigger={trigger}
      label="Switch between system and silo"
      entries={[
        { label: 'System', href: pathTo('/system/silos'), checked: system },
        { label: 'Silo', href: pathTo('/projects'), checked: !system },
      ]}
    />
  )
}
