import Cpu from 'lucide-react/icons/cpu'
import Database from 'lucide-react/icons/database'
import MemoryStick from 'lucide-react/icons/memory-stick'
import { CertificatePreview } from '../certificate-preview.tsx'
import { BigNumber } from '../format/big-number.tsx'
import { BooleanValue } from '../format/boolean.tsx'
import { ByteSize } from '../format/byte-size.tsx'
import { DateTime } from '../format/date-time.tsx'
import { Description } from '../table/description.tsx'
import { Id } from '../format/id.tsx'
import { ListValue } from '../format/list-value.tsx'
import { TimeAgo } from '../format/time-ago.tsx'
import { MiddleTruncatedText } from '../format/middle-truncated-text.tsx'
import { TruncatedText } from '../format/truncated-text.tsx'
import { CapacityBar, UsageMeter } from '../page/meters.tsx'
import { PropertiesTable, Property } from '../page/properties-table.tsx'
import { ShareBar } from '../page/share-bar.tsx'
import { ShareMeter } from '../page/share-meter.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import { InstanceStateBadge } from '../state-badge.tsx'
import { Row, Section } from './section.tsx'

const ID = '3aeb7f0e-5b1c-4b2e-9d0a-1f2e3d4c5b6a'
const LONG = 'a-name-that-is-as-long-as-a-name-may-be-which-is-sixty-three-ch'
const MINUTE = 60_000
const now = Date.now()
const day = new Date('2023-02-28T12:00:00')

const CERTIFICATE = {
  subject: 'acme.sys.granary.example',
  issuer: 'Granary example authority',
  subjectId: 'leaf',
  issuerId: 'authority',
  keyId: null,
  issuerKeyId: null,
  key: { kind: 'P-256', rsa: null },
  hasAlternativeNames: true,
  names: ['acme.sys.granary.example', '*.apps.granary.example'],
  notBefore: day,
  notAfter: new Date('2126-02-28T12:00:00'),
  serverAuth: true,
}

/** Values, properties, meters. */
export function ValuesPage() {
  return (
    <Section title="Values">
      <Row>
        <DateTime date={day} />
        <TimeAgo date={new Date(now - 55 * MINUTE)} label="Run state updated" />
        <ByteSize bytes={1500} />
        <ByteSize bytes={2 ** 31} />
        <BigNumber value={65_536} />
        <BigNumber value={18_446_744_073_709_551_616n} />
        <BooleanValue value />
        <BooleanValue value={false} />
        <Id id={ID} />
        <ListValue items={['203.0.113.7', '203.0.113.8', 'fd00::7']} title="Other external IPs" />
        <Skeleton />
      </Row>
      <Row label="cut at the end, in the middle, and not at all">
        <TruncatedText text={LONG} maxWidth="12rem" />
        <MiddleTruncatedText text={`${LONG}.qcow2`} maxWidth="12rem" />
        <MiddleTruncatedText text="short.iso" maxWidth="12rem" />
        <Description text="" />
        <Description text={'A description of five hundred and twelve characters. '.repeat(9)} />
      </Row>
      <PropertiesTable columns={2}>
        <Property label="State">
          <InstanceStateBadge state="running" /> <TimeAgo date={new Date(now - MINUTE / 10)} />
        </Property>
        <Property label="ID">
          <Id id={ID} />
        </Property>
        <Property label="Description">
          <Description text="Keeps what was harvested" />
        </Property>
        <Property label="Memory">
          <ByteSize bytes={8 * 2 ** 30} />
        </Property>
        <Property label="Created">
          <DateTime date={day} />
        </Property>
        <Property label="Updated">
          <DateTime date={null} />
        </Property>
      </PropertiesTable>
      <Meters />
      <div className="grid gap-3 min-[1000px]:grid-cols-2">
        <CertificatePreview
          chain={[CERTIFICATE, { ...CERTIFICATE, subject: CERTIFICATE.issuer, subjectId: 'authority' }]}
        />
        <CertificatePreview
          chain={[{ ...CERTIFICATE, issuer: CERTIFICATE.subject, issuerId: 'leaf', notAfter: day }]}
          host="other.sys.granary.example"
        />
      </div>
      <Row label="usage">
        {[12, 66, 70, 76, 100].map((percent) => (
          <UsageMeter key={percent} percent={percent} />
        ))}
      </Row>
    </Section>
  )
}

function Meters() {
  return (
    <>
      <div className="grid gap-3 min-[1000px]:grid-cols-3">
        <CapacityBar
          icon={<Cpu />}
          title="CPU"
          unit="vCPUs"
          used={12}
          capacity={48}
          capacityLabel="Quota"
          showUnit={false}
        />
        <CapacityBar
          icon={<MemoryStick />}
          title="Memory"
          unit="GiB"
          used={234}
          capacity={300}
          capacityLabel="Quota"
        />
        <CapacityBar
          icon={<Database />}
          title="Storage"
          unit="TiB"
          used={0}
          capacity={0}
          capacityLabel="Quota"
        />
      </div>
      <div className="grid items-start gap-6 min-[1000px]:grid-cols-3">
        <ShareBar
          parts={[
            { key: 'failed', amount: 2, color: 'danger' },
            { key: 'repairing', amount: 1, color: 'notice' },
            { key: 'starting', amount: 3, color: 'info' },
            { key: 'running', amount: 40, color: 'positive' },
            { key: 'stopped', amount: 9, color: 'neutral' },
          ]}
        />
        <ShareMeter label="vCPUs" own={58} used={174} capacity={480} format={String} />
        <ShareMeter label="Storage" own={20} used={98} capacity={100} format={(amount) => `${amount} TiB`} />
      </div>
    </>
  )
}
