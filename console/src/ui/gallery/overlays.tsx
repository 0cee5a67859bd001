import { Button } from '../button.tsx'
import { ActionsMenu } from '../menu/actions-menu.tsx'
import { Menu } from '../menu/menu.tsx'
import { DocsPopover } from '../page/docs-popover.tsx'
import { setTheme, themes, useThemePreference } from '../theme.ts'
import { addToast } from '../toast/toast-store.ts'
import { Highlight } from '../toast/toasts.tsx'
import { Row, Section } from './section.tsx'
import { Dialogs } from './dialogs.tsx'
import { DOCS, Panels } from './panels.tsx'

/** Menus, dialogs, panels, toasts. */
export function OverlaysPage() {
  return (
    <Section title="Menus, dialogs, panels, toasts">
      <Menus />
      <Dialogs />
      <Panels />
      <Toasts />
    </Section>
  )
}

function Menus() {
  const theme = useThemePreference()
  return (
    <Row label="menus">
      <ActionsMenu
        id="3aeb7f0e"
        entries={[
          { label: 'Start', disabledReason: 'Only stopped or failed instances can be started' },
          { label: 'Stop', onAction: () => {} },
          { label: 'View serial console', href: '#serial' },
          'separator',
          { label: 'Delete', danger: true, onAction: () => {} },
        ]}
      />
      <Menu
        trigger={<Button variant="secondary">User menu</Button>}
        entries={[
          { label: 'Settings', href: '#settings' },
          { label: 'Theme', choices: [...themes], chosen: theme, onChoose: setTheme },
          { label: 'Here', checked: true, href: '#here' },
        ]}
      />
      <DocsPopover
        topic="instances"
        summary="An instance is a virtual machine: processors, memory, disks and network interfaces."
        links={DOCS}
      />
    </Row>
  )
}

function Toasts() {
  return (
    <Row label="toasts">
      <Button
        variant="secondary"
        onPress={() =>
          addToast({
            content: (
              <>
                Instance <Highlight>web-1</Highlight> created
              </>
            ),
            link: { text: 'View instance', href: '#web-1' },
          })
        }
      >
        success
      </Button>
      <Button
        variant="secondary"
        onPress={() =>
          addToast({
            variant: 'error',
            title: "Error starting instance 'web-1'",
            content: 'Action not authorized',
            timeout: null,
          })
        }
      >
        error
      </Button>
    </Row>
  )
}
