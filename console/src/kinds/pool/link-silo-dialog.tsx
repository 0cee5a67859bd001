import { siloList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { defaultLike, familyOf, type Pool, type PoolKind } from './pool-kinds.ts'
import { useLink } from './use-link.tsx'

type LinkSiloProps = {
  kind: PoolKind
  pool: Pool
  onClose: () => void
}

/** Links a silo to a pool, from the page of the pool. */
export default function LinkSiloDialog({ kind, pool, onClose }: LinkSiloProps) {
  const link = useLink(kind, 'Silo linked, but pool not set as default')
  const silos = useQuery({ ...allQuery(siloList, {}), throwOnError: false })
  const linked = useQuery({ ...allQuery(kind.silos, { path: { pool: pool.id } }), throwOnError: false })
  const taken = linked.data && new Set(linked.data.map(({ siloId }) => siloId))
  const form = useForm({ defaultValues: { silo: null as string | null, isDefault: false } })
  const chosen = form.watch('silo')
  const pools = useQuery({
    ...allQuery(kind.ofSilo, { path: { silo: chosen ?? '' } }),
    enabled: chosen !== null,
    throwOnError: false,
  })
  const former = defaultLike(pools.data ?? [], pool)
  return (
    <FormDialog
      form={form}
      title="Link silo"
      submitLabel="Link"
      disabledReason={chosen !== null && pools.isPending ? 'Loading the pools of the silo' : null}
      onDismiss={onClose}
      onSubmit={async ({ silo, isDefault }) => {
        await link({ pool: pool.id, silo: silo!, isDefault, replaces: former !== undefined })
        onClose()
      }}
    >
      <MessageBox>Users of the silo will be able to take {kind.taken} from this pool.</MessageBox>
      <Bound control={form.control} name="silo" problem={required('Silo')}>
        {(field) => (
          <Combobox
            {...field}
            label="Silo"
            placeholder="Select a silo"
            required
            isLoading={silos.isPending || linked.isPending}
            items={(taken && silos.data ? silos.data : [])
              .filter(({ id }) => !taken?.has(id))
              .map(({ id, name, description }) => ({ value: id, label: name, description }))}
          />
        )}
      </Bound>
      <Bound control={form.control} name="isDefault">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            hint={former && `${value ? 'Replaces' : 'Would replace'} ${former.name}, which stays linked`}
          >
            Make default {familyOf(pool)} pool for silo
          </Checkbox>
        )}
      </Bound>
    </FormDialog>
  )
}
