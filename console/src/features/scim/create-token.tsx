import { scimTokenCreate } from '@granary/contract/generated/client.ts'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { ShowAs } from '../../app/show-as/show-as.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'

const DAY = 86_400
const LIFETIMES = {
  unlimited: { label: 'Never', seconds: undefined },
  month: { label: 'In 30 days', seconds: 30 * DAY },
  quarter: { label: 'In 90 days', seconds: 90 * DAY },
  year: { label: 'In a year', seconds: 365 * DAY },
}
type Lifetime = keyof typeof LIFETIMES
const lifetimes = (Object.keys(LIFETIMES) as Lifetime[]).map((value) => ({
  value,
  label: LIFETIMES[value].label,
}))

/** Creates a token after a warning and shows it once. */
export default function CreateToken({ silo, onClose }: { silo: string; onClose: () => void }) {
  const createToken = useOperation(scimTokenCreate)
  const extensions = useExtensions()
  const [lifetime, setLifetime] = useState<Lifetime>('unlimited')
  const [pending, setPending] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const send = () => {
    const ttlSeconds = LIFETIMES[lifetime].seconds
    return createToken({
      query: { silo, ...(extensions && ttlSeconds ? { ttlSeconds: extensions.value(ttlSeconds) } : {}) },
    })
  }
  const create = async () => {
    setPending(true)
    try {
      setToken((await send()).bearerToken)
    } catch (error) {
      addToast({ variant: 'error', title: 'Failed to create token', content: messageOf(error) })
    }
    setPending(false)
  }
  if (token !== null) return <Created token={token} onClose={onClose} />
  return (
    <Dialog
      title="Create SCIM token"
      onClose={() => !pending && onClose()}
      footerStart={<ShowAs of={send} />}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelDisabled={pending}
          loading={pending}
          onPress={() => void create()}
        >
          Create
        </DialogButtons>
      }
    >
      <MessageBox variant="notice">
        With the token, a caller manages all users and groups of <strong>{silo}</strong>, and so can make any
        user an admin of it. Give it to the identity provider only.
      </MessageBox>
      {extensions && (
        <div className="mt-4">
          <Listbox
            label="Expires"
            items={lifetimes}
            value={lifetime}
            onChange={setLifetime}
            isDisabled={pending}
          />
        </div>
      )}
    </Dialog>
  )
}

const Created = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog
    title="SCIM token created"
    width="free"
    onClose={onClose}
    footer={
      <Button size="sm" onPress={onClose}>
        Done
      </Button>
    }
  >
    <div className="flex flex-col gap-4">
      <MessageBox variant="notice">Copy the token now. You can't see it again.</MessageBox>
      <div>
        <div id="scim-token" className="mb-1 font-medium">
          Bearer Token
        </div>
        <div className="flex items-start gap-2 rounded border border-border bg-surface-sunken p-2.5">
          <code aria-labelledby="scim-token" className="min-w-0 grow font-mono text-sm break-all">
            {token}
          </code>
          <CopyButton text={token} />
        </div>
      </div>
    </div>
  </Dialog>
)
