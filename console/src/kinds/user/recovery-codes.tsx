import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { MessageBox } from '../../ui/message-box.tsx'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div ref={focusOnMount} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <MessageBox variant="notice" title="Keep your recovery codes">
        Each code signs you in once without the app. They aren't shown again, so print them or store them in a
        password manager.
      </MessageBox>
      <div className="flex items-start justify-between gap-2 rounded-md border border-border p-3">
        <ul
          aria-label="Recovery codes"
          className="grid grow gap-x-6 gap-y-1 font-mono text-sm min-[480px]:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} />
      </div>
      <div>
        <Button size="sm" onPress={onDone}>
          I have kept the codes
        </Button>
      </div>
    </div>
  )
}
