"""The page's port to the eye: frames for others than the loop, the preview, calibration and set-up."""
