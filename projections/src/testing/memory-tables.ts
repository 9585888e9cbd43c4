import { domainEvents } from "@daybook/domain/events";
import type { DomainEvent } from "@daybook/domain/events";
import type { Position } from "@daybook/platform/event-store/event-store";
import type { Projection } from "../core/define-projection.ts";
import { foldBatch } from "../core/fold-batch.ts";
import type { LogEvent } from "../core/log-event.ts";
import { combine, type MapKey, mapKeyOf, type Row, type TableChanges } from "../core/table-changes.ts";
