import {
  internetGatewayIpAddressCreate,
  internetGatewayIpPoolCreate,
  ipPoolList,
} from '@granary/contract/generated/client.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { pastedAddress } from '@granary/domain/pasted.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Gateway } from './use-gateway.ts'

type AttachPoolProps = { gateway: Gateway; attached: readonly string[]; onClose: () => void }

/** Attaches a pool of the silo to a gateway. The attachment gets the pool's name. */
export function AttachPoolDialog({ gateway, attached, onClose }: AttachPoolProps) {
  const attach = useOperation(internetGatewayIpPoolCreate, { waits: true })
  const pools = useQuery({ ...allQuery(ipPoolList, {}), throwOnError: false })
  const form = useForm({ defaultValues: { ipPool: null as string | null } })
  const offered = (pools.data ?? []).filter(
    ({ id, poolType }) => poolType === 'unicast' && !attached.includes(id),
  )
  return (
    <FormDialog
      form={form}
      title="Attach IP pool"
      submitLabel="Attach"
      onDismiss={onClose}
      onSubmit={async ({ ipPool }) => {
        const { name } = offered.find(({ id }) => id === ipPool)!
        await attach({
          query: { gateway: gateway.id },
          body: { name, description: '', ipPool: ipPool! },
        })
        toastChanged('IP pool', name, 'attached')
        onClose()
      }}
    >
      <Bound control={form.control} name="ipPool" problem={required('Pool')}>
        {(field) => (
          <Listbox
            {...field}
            label="Pool"
            placeholder="Select a pool"
            noItems="No pools available"
            isLoading={pools.isLoading}
            required
            items={offered.map(({ id, name, description, ipVersion, isDefault }) => ({
              value: id,
              label: name,
              description,
              badge: (
                <>
                  <Badge color="neutral">{ipVersion}</Badge>
                  {isDefault && <Badge>default</Badge>}
                </>
              ),
            }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}

/** Attaches an address to a gateway that has none. */
export function AttachAddressDialog({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const attach = useOperation(internetGatewayIpAddressCreate, { waits: true })
  const form = useForm({ defaultValues: { name: '', description: '', address: '' } })
  return (
    <FormDialog
      form={form}
      title="Attach IP address"
      submitLabel="Attach"
      onDismiss={onClose}
      onSubmit={async ({ address, ...identity }) => {
        const attached = await attach({
          query: { gateway: gateway.id },
          body: { ...identity, address: address.trim() },
        })
        toastChanged('IP address', attached.address, 'attached')
        onClose()
      }}
    >
      <IdentityFields control={form.control} />
      <Bound control={form.control} name="address" problem={(text) => ipProblem(text.trim())}>
        {(field) => (
          <TextField
            {...field}
            label="IP address"
            hint="The gateway uses it instead of the addresses of its pools."
            required
            mono
            tidy={pastedAddress}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
