import { currentUserSshKeyList } from '@granary/contract/generated/client.ts'
import { MAX_SSH_KEYS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { isUntouched, offerDefault } from '../../../app/kit/forms/offer-default.ts'
import type { InstanceValues } from './values.ts'

const SshKeyForm = lazyPart(() => import('../../../kinds/ssh-key/ssh-key-form.tsx'))
const ownKeys = allQuery(currentUserSshKeyList, {})

/** Chooses which of the user's keys may sign in, by default all. New keys can be added without leaving the form. */
export function SshKeys({ form }: { form: UseFormReturn<InstanceValues> }) {
  const keys = useQuery({ ...ownKeys, throwOnError: false }).data
  const [adding, setAdding] = useState(false)
  const hintId = useId()
  useListedKeys(form, keys)
  const add = (
    <Button variant="secondary" size="sm" onPress={() => setAdding(true)}>
      Add SSH Key
    </Button>
  )
  return (
    <FormSection title="Authentication">
      {keys?.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No SSH keys" body="Add a key to see it here" action={add} />
      ) : (
        <Bound control={form.control} name="sshKeys" problem={tooMany}>
          {({ value, onChange, error, isDisabled }) => (
            <fieldset aria-describedby={hintId} className="flex flex-col gap-2">
              <legend className="mb-0.5 font-medium">SSH keys</legend>
              <p id={hintId} className="text-sm text-text-muted">
                They are kept in your{' '}
                <Link to="/settings/ssh-keys" className="text-accent underline">
                  settings
                </Link>
                .
              </p>
              {(keys ?? []).map((key) => (
                <Checkbox
                  key={key.id}
                  isSelected={value.includes(key.id)}
                  isDisabled={isDisabled}
                  onChange={(selected) =>
                    onChange(selected ? [...value, key.id] : value.filter((id) => id !== key.id))
                  }
                >
                  {key.name}
                </Checkbox>
              ))}
              <hr className="border-border" />
              <Checkbox
                isSelected={value.length === keys?.length}
                isIndeterminate={value.length > 0 && value.length < (keys?.length ?? 0)}
                isDisabled={isDisabled}
                onChange={() =>
                  onChange(value.length === keys?.length ? [] : (keys ?? []).map((key) => key.id))
                }
              >
                Select all
              </Checkbox>
              {error && (
                <p role="alert" className="text-sm text-danger">
                  {error}
                </p>
              )}
              <div className="mt-1">{add}</div>
            </fieldset>
          )}
        </Bound>
      )}
      <MessageBox variant="info">
        Keys are passed to cloud-init, if the image has it, and only when the instance is created.
      </MessageBox>
      {adding && (
        <Suspense fallback={null}>
          <SshKeyForm
            onDismiss={() => setAdding(false)}
            onAdded={(id) => {
              form.setValue('sshKeys', [...form.getValues('sshKeys'), id], { shouldDirty: true })
              setAdding(false)
            }}
          >
            <MessageBox variant="info">
              The key is added to your profile, even if you don't create this instance.
            </MessageBox>
          </SshKeyForm>
        </Suspense>
      )}
    </FormSection>
  )
}

const tooMany = (keys: string[]): string | null =>
  keys.length > MAX_SSH_KEYS_PER_INSTANCE
    ? `An instance can have at most ${MAX_SSH_KEYS_PER_INSTANCE} SSH keys`
    : null

/**
 * Selects all keys of the user at first, and later deselects those that were deleted elsewhere: they have no checkbox any more,
 * and the server refuses them.
 * @param keys undefined while they load.
 */
function useListedKeys(
  form: UseFormReturn<InstanceValues>,
  keys: readonly { id: string }[] | undefined,
): void {
  const listed = useRef<readonly string[]>(null)
  useEffect(() => {
    if (!keys) return
    const ids = keys.map(({ id }) => id)
    const before = listed.current
    listed.current = ids
    if (!before) offerDefault(form, 'sshKeys', ids)
    const selected = form.getValues('sshKeys')
    // A key that was just added may not be listed yet. A draft may have keys from before the reload.
    const left = selected.filter((id) => ids.includes(id) || (before && !before.includes(id)))
    if (left.length === selected.length) return
    if (isUntouched(form, 'sshKeys')) offerDefault(form, 'sshKeys', left)
    else form.setValue('sshKeys', left, { shouldDirty: true })
  }, [keys, form])
}
