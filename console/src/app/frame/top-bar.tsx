import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import MenuIcon from 'lucide-react/icons/menu'
import ServerIcon from 'lucide-react/icons/server'
import { Button, IconButton } from '../../ui/button.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { Mark } from '../../ui/logo.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { Area } from '../crumbs.ts'
import { LiveMark } from '../live-mark.tsx'
import { pathTo } from '../paths.ts'
import { useCurrentUser } from '../session.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = {
  area: Area
  project: string | undefined
  navigationOpen: boolean
  onNavigation: () => void
}

/** The bar at the top: mark and silo above the sidebar, then the breadcrumbs and the user menu. */
export function TopBar({ area, project, navigationOpen, onNavigation }: TopBarProps) {
  const { fleetViewer } = useCurrentUser()
  return (
    <header className="fixed inset-x-0 top-(--banner-height,0px) z-20 flex h-12 items-stretch bg-surface">
      <div className="flex min-w-0 shrink-0 items-center gap-1 border-border px-2 max-md:border-b md:w-56 md:border-r md:bg-surface-sunken md:pr-1.5 md:pl-3">
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
        {fleetViewer && <AreaSwitch area={area} />}
      </div>
      <div className="flex min-w-0 grow items-center gap-1 border-b border-border px-2 md:gap-2 md:px-6">
        <Breadcrumbs project={project} />
        <div className="grow" />
        <LiveMark />
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
      className="flex min-w-0 grow items-center gap-2 rounded p-1 hover:bg-surface-hover"
    >
      <Mark className="size-6.5" />
      <span className="hidden h-5 w-px shrink-0 rotate-12 bg-border-control/60 md:block" aria-hidden />
      <span className="hidden md:block">
        {system ? (
          <ServerIcon className="size-5.5 p-0.5 text-text-muted" aria-hidden />
        ) : (
          <Identicon name={siloName} className="size-5.5" />
        )}
      </span>
      <span className="hidden min-w-0 md:block">
        <span className="block text-xs leading-3.5 text-text-muted">{system ? 'Granary' : 'Silo'}</span>
        <span className="block truncate text-sm leading-4 font-semibold">{system ? 'System' : siloName}</span>
      </span>
    </Link>
  )
}

/** Switches between silo and system, for users who may see the fleet. */
function AreaSwitch({ area }: { area: Area }) {
  const system = area === 'system'
  const trigger = (
    <Button
      variant="ghost"
      size="sm"
      aria-label="Switch between system and silo"
      className="h-8! px-1.5! text-text-muted"
    >
      <span className="sr-only">{system ? 'System' : 'Silo'}</span>
      <ChevronsUpDown className="size-4" aria-hidden />
    </Button>
  )
  return (
    <Menu
      trigger={trigger}
      placement="bottom start"
      label="Switch between system and silo"
      entries={[
        { label: 'System', href: pathTo('/system/silos'), checked: system },
        { label: 'Silo', href: pathTo('/projects'), checked: !system },
      ]}
    />
  )
}
