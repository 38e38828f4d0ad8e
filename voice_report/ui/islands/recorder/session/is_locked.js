/**
 * Whether the lock screen hides the page (lock_screen.jsx). A module of its own, because the page reads it, and the page is rendered
 * on the server, where session.js cannot run.
 */
import { createStore } from "../../../kit/external_store.js";

export const { snapshot, subscribe, set: setLocked } = createStore(false);
