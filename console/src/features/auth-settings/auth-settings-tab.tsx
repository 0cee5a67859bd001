import { authSettingsView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { lifetimeInWords } from './lifetime.ts'

const EditAuthSettings = lazyPart(() => import('./edit-auth-settings.tsx'))

/** Shows the limits on the access tokens of a silo's users, and whether they need a second factor. */
export function AuthSettingsTab() {
  const { data, error, refetch } = useQuery(apiQuery(authSettingsView, {}))
  const [editing, setEditing] = useState(false)
  if (error && !data) return <Failed what="Auth settings" error={error} onRetry={() => void refetch()} />
  const maximum = data?.deviceTokenMaxTtlSeconds
  const required = data?.secondFactorRequired
  return (
    <>
      <Card
        title="Access tokens and sign-in"
        description="Command lines and scripts use access tokens to act as a user. A second factor is a code that users with a password enter too."
        actions={
          <Button size="sm" variant="secondary" onPress={() => setEditing(true)} isDisabled={!data}>
            Edit settings
          </Button>
        }
      >
        <PropertiesTable>
          <Property label="Longest lifetime">
            {data ? maximum ? lifetimeInWords(maximum) : 'No limit' : <Skeleton />}
          </Property>
          {required !== undefined && (
            <Property label="Second factor">{required ? 'Required' : 'Optional'}</Property>
          )}
        </PropertiesTable>
      </Card>
      <Suspense fallback={null}>
        {editing && data && (
          <EditAuthSettings maximum={maximum ?? null} required={required} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </>
  )
}
