import { formatBytes } from '@granary/domain/numbers.ts'
import { BUNDLE_DAYS, MAX_BUNDLE_BYTES, MAX_BUNDLES } from '@granary/domain/support-bundles.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/page/card.tsx'

const OFFLINE = 'npx granary support-bundle --data ./data --output bundle.zip'

/** What is in a bundle and what is not, and how to get one from a server that does not start. */
export const AboutBundles = () => (
  <div className="flex flex-col gap-4 text-sm">
    <Card title="What is in it">
      <p>
        Versions, settings, logs, the audit log, hardware and its history, machines, tasks, alerts and
        statistics of the database, by default of the last {BUNDLE_DAYS} days.
      </p>
      <p className="mt-2">
        No passwords, tokens, keys or other secrets, and no content of disks. Names of instances and users and
        their addresses are in it, so give it only to people whom you trust with them.
      </p>
      <p className="mt-2 text-text-muted">
        {MAX_BUNDLES} bundles are kept, each of at most {formatBytes(MAX_BUNDLE_BYTES)}.
      </p>
    </Card>
    <Card title="If the server does not start">
      <p>Make a bundle without it, in the folder that it runs from, with its user and its environment:</p>
      <div className="mt-2 flex items-start gap-1 rounded border border-border bg-surface-sunken py-1.5 pr-1 pl-2.5">
        <code className="min-w-0 grow py-0.5 font-mono text-xs wrap-anywhere">{OFFLINE}</code>
        <CopyButton text={OFFLINE} />
      </div>
      <p className="mt-2 text-text-muted">
        With PostgreSQL, add <code className="font-mono text-xs">--database-url</code>.
      </p>
    </Card>
  </div>
)
