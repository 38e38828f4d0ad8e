/** For the dashboard: there is unsent audio on this device. What says so has the recorder's session, 16 KB: it is loaded once
 * there may be something to say. */
import { useEffect, useState } from "react";

import { snapshot } from "../../../shell/browser/new_version.js";
import { hasDictation } from "../device/device.js";

export function UnsentAnywhere({ userKey = "" }) {
  const [Notices, setNotices] = useState(null);
  useEffect(() => {
    let isGone = false;
    const bring = async () => {
      // One that this tab left open may not be on the device: that may have no room.
      const isThere = snapshot().phase !== "idle" || (await hasDictation(userKey).catch(() => false));
      if (!isThere) return;
      const found = await import("../view/pending_uploads.jsx").catch(() => null); // no network: once it is back
      if (!isGone && found) setNotices(() => found.UnsentOnDevice);
    };
    if (!userKey) return undefined;
    bring();
    window.addEventListener("online", bring);
    return () => {
      isGone = true;
      window.removeEventListener("online", bring);
    };
  }, [userKey]);
  return Notices && <Notices userKey={userKey} />;
}
