import { networkingAllowListUpdate, networkingAllowListView } from '@granary/contract/generated/client.ts'
import { allowListProblems, MAX_ALLOWED_NETWORKS } from '@granary/domain/allow-list.ts'
import { ipNetProblem } from '@granary/domain/ip.ts'
import { pastedList } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useRefusal } from './refusal.ts'

type Values = { allow: 'any' | 'list'; networks: string }

const CHOICES = [
  { value: 'any', label: 'Any address' },
  { value: 'list', label: 'Addresses of these networks only' },
] as const
const FIELDS = { allowedIps: 'networks' } as const satisfies FieldsOfBody<'networkingAllowListUpdate', Values>

/** Returns what is wrong with a text of networks, or null. */
function problemOf(text: string, { allow }: Values): string | null {
  if (allow === 'any') return null
  const networks = pastedList(text)
  if (networks.length > MAX_ALLOWED_NETWORKS) return `At most ${MAX_ALLOWED_NETWORKS} networks`
  for (const network of networks) {
    const problem = ipNetProblem(network)
    if (problem) return `${network}: ${problem}`
  }
  const [first] = allowListProblems(networks)
  if (!first) return null
  const at = /\d+/.exec(first.path)
  return at
    ? `${networks[Number(at[0])]}: ${first.message}`
    : 'Name at least one network, or allow any address'
}

/** The panel that replaces the list of addresses that may send requests. */
export function AllowListEdit() {
  const { allowedIps } = useView(apiQuery(networkingAllowListView, {}))
  const update = useOperation(networkingAllowListUpdate)
  const navigate = useNavigate()
  const form = useEditForm<Values>({
    allow: allowedIps.allow,
    networks: allowedIps.allow === 'list' ? allowedIps.ips.join('\n') : '',
  })
  const allow = useWatch({ control: form.control, name: 'allow' })
  const toPage = () => navigate({ to: '/system/networking/rack' })
  return (
    <FormPanel
      form={form}
      title="Edit allow list"
      submitLabel="Update allow list"
      fields={FIELDS}
      refusal={useRefusal()}
      onDismiss={() => void toPage()}
      onSubmit={async (values) => {
        await update({
          body: {
            allowedIps:
              values.allow === 'any' ? { allow: 'any' } : { allow: 'list', ips: pastedList(values.networks) },
          },
        })
        addToast({ content: 'Allow list updated' })
        await toPage()
      }}
    >
      <Bound control={form.control} name="allow" deps={['networks']}>
        {(field) => <RadioGroup {...field} label="Who may send requests" items={CHOICES} />}
      </Bound>
      {allow === 'list' && (
        <>
          <Bound control={form.control} name="networks" problem={problemOf}>
            {(field) => (
              <TextField
                {...field}
                label="Networks"
                hint="One in each line, in CIDR notation, such as 198.51.100.0/24"
                rows={8}
                tidy={(text) => pastedList(text).join('\n')}
                mono
                required
              />
            )}
          </Bound>
          <MessageBox variant="notice">
            All other addresses get 403 within a second, on every server of the fleet. A list without your own
            address is refused. Behind a proxy that the server does not know as trusted, all clients have the
            address of the proxy.
          </MessageBox>
        </>
      )}
    </FormPanel>
  )
}
