import type { ItemOf } from '@granary/contract/call.ts'
import {
  samlIdentityProviderDelete,
  samlIdentityProviderUpdate,
  samlTestCreate,
} from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { operate } from '../../api/operate.ts'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import type { MenuEntry } from '../../ui/menu/entries.ts'
import { confirm, confirmDelete } from '../../ui/overlay/confirm.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'

/** A row in the list of a silo's providers. */
export type Provider = ItemOf<'siloIdentityProviderList'>

/** A dialog of a provider that its menu opens. */
export type ProviderDialog = 'metadata' | 'limit' | 'rules'

const NOT_ALLOWED = 'Only admins of the fleet and of this silo can change identity providers'
const CONSEQUENCE = 'Users who signed in through it are signed out, and their access tokens are deleted.'

/** Returns the row menu of a provider of the page's silo; empty on a server without extensions. */
export function useProviderActions(
  open: (dialog: ProviderDialog, provider: Provider) => void,
): (provider: Provider) => MenuEntry[] {
  const { silo, at, may } = useSilo()
  const client = useQueryClient()
  const extensions = useExtensions()
  if (!extensions) return () => []
  const disabledReason = !may('modify_identities') && NOT_ALLOWED
  const query = { silo: silo.name }
  const change = async (
    provider: Provider,
    body: { enabled: boolean } | { allowUnsolicited: boolean },
    done: ReactNode,
  ) => {
    const call = extensions.call(samlIdentityProviderUpdate)
    await operate(client, call, { path: { provider: provider.name }, query, body }, { waits: true })
    addToast({ content: done })
  }
  const remove = async ({ name }: Provider) => {
    const call = extensions.call(samlIdentityProviderDelete)
    await operate(client, call, { path: { provider: name }, query }, { waits: true })
    addToast({ content: toast(name, 'deleted') })
  }
  const test = async ({ name }: Provider) => {
    const call = extensions.call(samlTestCreate)
    const body = { returnPath: `${at('idps/saml/$provider', { provider: name })}/tests` }
    const { url } = await operate(client, call, { path: { provider: name }, query, body }, { waits: true })
    location.assign(url)
  }
  return (provider) => [
    {
      label: 'Test sign-in',
      disabledReason: disabledReason || (provider.enabled === false && 'This provider is disabled'),
      onAction: () => void confirmTest(provider.name, () => test(provider)),
    },
    {
      label: 'Replace metadata',
      disabledReason,
      onAction: () => open('metadata', provider),
    },
    { label: 'Change users and groups', disabledReason, onAction: () => open('rules', provider) },
    { label: 'Change fleet role limit', disabledReason, onAction: () => open('limit', provider) },
    unsolicitedEntry(provider, disabledReason, change),
    enabledEntry(provider, disabledReason, change),
    {
      label: 'Delete',
      danger: true,
      disabledReason,
      onAction: () =>
        void confirmDelete(
          'identity provider',
          provider.name,
          () => remove(provider),
          `${CONSEQUENCE} The users, groups and roles of the silo stay.`,
        ),
    },
  ]
}

/** Asks before the console is left for the provider's page. */
const confirmTest = (name: string, action: () => Promise<void>) =>
  confirm({
    title: 'Test sign-in',
    errorTitle: 'Could not begin the test',
    body: (
      <p>
        You sign in at <Highlight>{name}</Highlight>, and come back to what it sent and what a sign-in would
        do. No user is signed in, and nothing changes.
      </p>
    ),
    action,
  })

type Change = (
  provider: Provider,
  body: { enabled: boolean } | { allowUnsolicited: boolean },
  done: ReactNode,
) => Promise<void>

/** Whether the provider's own pages can sign users in. Allowing it asks, because it has a risk. */
function unsolicitedEntry(provider: Provider, disabledReason: ReactNode, change: Change): MenuEntry {
  const { name, allowUnsolicited } = provider
  if (allowUnsolicited)
    return {
      label: 'Refuse sign-ins it starts',
      disabledReason,
      onAction: () =>
        void confirm({
          title: 'Refuse sign-ins that the provider starts',
          errorTitle: 'Could not change identity provider',
          body: (
            <p>
              Users of <Highlight>{name}</Highlight> will have to start at this console, not at a page of the
              provider.
            </p>
          ),
          action: () => change(provider, { allowUnsolicited: false }, toast(name, 'changed')),
        }),
    }
  return {
    label: 'Allow sign-ins it starts',
    disabledReason,
    onAction: () =>
      void confirm({
        title: 'Allow sign-ins that the provider starts',
        errorTitle: 'Could not change identity provider',
        body: (
          <p>
            Users can then sign in from a page of <Highlight>{name}</Highlight>. Such sign-ins aren't tied to
            a browser: a link from another person can sign you in as someone else.
          </p>
        ),
        action: () => change(provider, { allowUnsolicited: true }, toast(name, 'changed')),
      }),
  }
}

function enabledEntry(provider: Provider, disabledReason: ReactNode, change: Change): MenuEntry {
  const { name, enabled } = provider
  if (enabled === false)
    return {
      label: 'Enable',
      disabledReason,
      onAction: () =>
        void confirm({
          title: 'Enable identity provider',
          errorTitle: 'Could not enable identity provider',
          body: (
            <p>
              Users can sign in through <Highlight>{name}</Highlight> again.
            </p>
          ),
          action: () => change(provider, { enabled: true }, toast(name, 'enabled')),
        }),
    }
  return {
    label: 'Disable',
    danger: true,
    disabledReason,
    onAction: () =>
      void confirm({
        title: 'Disable identity provider',
        variant: 'danger',
        errorTitle: 'Could not disable identity provider',
        body: (
          <>
            <p>
              Nobody can sign in through <Highlight>{name}</Highlight> until you enable it again.
            </p>
            <p className="mt-2 text-text-muted">{CONSEQUENCE}</p>
          </>
        ),
        action: () => change(provider, { enabled: false }, toast(name, 'disabled')),
      }),
  }
}

const toast = (name: string, what: string) => (
  <>
    IdP <Highlight>{name}</Highlight> {what}
  </>
)
